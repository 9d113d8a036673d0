/// Counts events from any thread, and lets a test wait for the n-th event.
public final class Counter: Sendable {
  private let events = Awaited(0)

  public init() {}

  public var count: Int { events.value }

  /// Counts an event.
  ///
  /// - Returns: The new count, which is 1 for the first event.
  @discardableResult
  public func add() -> Int {
    events.change { count in
      count += 1
      return count
    }
  }

  /// Returns once the count has reached `target`.
  public func reach(_ target: Int) async { await events.until { $0 >= target } }

  /// Blocks the calling thread until the count has reached `target`. Don't call this on a thread of Swift's
  /// concurrency pool.
  public func blockUntil(_ target: Int) { events.blockUntil { $0 >= target } }
}
