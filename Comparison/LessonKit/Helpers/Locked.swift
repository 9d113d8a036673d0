import Synchronization

/// A value that only one thread at a time can access: a `Mutex` that closures and tasks can share. A plain `Mutex` is
/// noncopyable, and child tasks can't capture a local one.
///
/// All members may be called on any thread.
public final class Locked<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  public init(_ value: Value) { self.value = Mutex(value) }

  /// Runs the closure on the calling thread, which blocks while another thread is inside.
  public func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try value.withLock { try body(&$0) }
  }
}
