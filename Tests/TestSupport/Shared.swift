import Foundation

/// A value that several threads read and change.
public final class Shared<Value>: @unchecked Sendable {
  // Safe: the value is touched under the lock only.
  private let lock = NSLock()
  private var current: Value

  public init(_ value: sending Value) { current = value }

  @discardableResult
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&current)
  }
}

extension Shared where Value: Sendable {
  public var value: Value { withLock { $0 } }
}
