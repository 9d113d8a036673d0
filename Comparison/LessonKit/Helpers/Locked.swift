import Synchronization

/// A value that one thread at a time may touch: a `Mutex` that closures and tasks can share. A `Mutex` itself is noncopyable,
/// and the compiler refuses child tasks that capture a local one.
///
/// All members may be called on any thread.
public final class Locked<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  public init(_ value: Value) { self.value = Mutex(value) }

  /// Runs the closure on the calling thread, which waits while another one is inside.
  public func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try value.withLock { try body(&$0) }
  }
}
