import Foundation

/// Counts distinct threads.
///
/// All members may be called on any thread.
public final class Threads: @unchecked Sendable {
  // Safe: accessed only under the lock.
  private let lock = NSLock()
  /// The objects of the threads. They are retained so that no later thread gets the same identity.
  private var seen: Set<Thread> = []

  public init() {}

  /// Counts the calling thread, unless it has been counted already.
  public func count() { lock.withLock { _ = seen.insert(Thread.current) } }

  public var all: Int { lock.withLock { seen.count } }
}
