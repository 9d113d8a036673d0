import Foundation

/// A value that one thread at a time may touch: what `Mutex` (macOS 15) and `OSAllocatedUnfairLock` (Apple platforms)
/// are, on every platform that the lessons run on.
public final class Locked<Value: Sendable>: @unchecked Sendable {
  // Safe: touched under the lock only.
  private var value: Value
  private let lock = NSLock()

  public init(_ value: Value) { self.value = value }

  /// Runs the closure on the calling thread, which waits while another one is inside.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
