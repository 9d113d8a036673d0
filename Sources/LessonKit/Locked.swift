import Foundation

/// A lock around a value, like `Mutex`, which needs macOS 15, and `OSAllocatedUnfairLock`, which Linux lacks.
///
/// All members may be called on any thread.
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
