import Foundation

/// Counts the threads that something ran on.
///
/// All members may be called on any thread.
public final class Threads: Sendable {
  private let seen = Locked<Set<ObjectIdentifier>>([])

  public init() {}

  /// Counts the calling thread, once.
  public func count() {
    let thread = ObjectIdentifier(Thread.current)
    seen.withLock { _ = $0.insert(thread) }
  }

  public var all: Int { seen.withLock { $0.count } }
}
