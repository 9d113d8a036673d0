import Foundation

/// A count of threads.
///
/// All members may be called on any thread.
public final class Threads: @unchecked Sendable {
  // Safe: touched under the lock only.
  private let lock = NSLock()
  /// The threads' objects. Keeping them means that no later thread gets the identity of one of them.
  private var seen: Set<Thread> = []

  public init() {}

  /// Counts the calling thread, once.
  public func count() { lock.withLock { _ = seen.insert(Thread.current) } }

  public var all: Int { lock.withLock { seen.count } }
}
