import Base
import Foundation

/// Counts events from any thread, and lets a test wait for the n-th event.
public final class Counter: Sendable {
  private struct State {
    var count = 0
    var waiting: [(target: Int, gate: Gate)] = []
  }

  private let state = Locked(State())

  public init() {}

  public var count: Int { state.withLock { $0.count } }

  /// Counts an event.
  ///
  /// - Returns: The new count, which is 1 for the first event.
  @discardableResult
  public func add() -> Int {
    let (count, reached) = state.withLock { state in
      state.count += 1
      let count = state.count
      defer { state.waiting.removeAll { $0.target <= count } }
      return (count, state.waiting.filter { $0.target <= count })
    }
    for entry in reached { entry.gate.open() }
    return count
  }

  /// Returns once the count has reached `target`.
  public func reach(_ target: Int) async { await gate(at: target).wait() }

  /// Blocks the calling thread until the count has reached `target`. Don't call this on a thread of Swift's
  /// concurrency pool.
  public func blockUntil(_ target: Int) {
    let reached = DispatchSemaphore(value: 0)
    gate(at: target).whenOpen { reached.signal() }
    reached.wait()
  }

  private func gate(at target: Int) -> Gate {
    let gate = Gate()
    let isReached = state.withLock { state in
      if state.count < target { state.waiting.append((target, gate)) }
      return state.count >= target
    }
    if isReached { gate.open() }
    return gate
  }
}
