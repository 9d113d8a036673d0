/// A value behind a lock. Hold the lock for a few instructions only, and call nobody from inside.
package final class Locked<Value>: @unchecked Sendable {
  // Safe: `value` is touched under `lock` only.
  private let lock = Lock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  @discardableResult
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try body(&value) }
  }
}

extension Locked where Value: Sendable {
  package var value: Value { withLock { $0 } }
}

/// A flag that is raised once and never lowered: `Locked(false)`.
extension Locked<Bool> {
  package var isSet: Bool { withLock { $0 } }

  /// - Returns: whether this call was the first.
  @discardableResult
  package func set() -> Bool {
    withLock { isSet in
      defer { isSet = true }
      return !isSet
    }
  }
}
