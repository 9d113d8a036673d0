/// A value protected by a lock. Hold the lock for a few instructions only, and don't call other code while
/// holding it.
package final class Locked<Value>: @unchecked Sendable {
  // Sendable: `value` is accessed only while holding `lock`.
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

/// A flag that is set once and never reset, created as `Locked(false)`.
extension Locked<Bool> {
  package var isSet: Bool { withLock { $0 } }

  /// Sets the flag.
  ///
  /// - Returns: Whether this was the first call.
  @discardableResult
  package func set() -> Bool {
    withLock { isSet in
      defer { isSet = true }
      return !isSet
    }
  }
}
