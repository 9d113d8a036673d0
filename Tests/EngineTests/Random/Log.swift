import Engine
import Foundation

/// Collects everything that an engine does with a plan's jobs: its events, and its calls of gated bodies and their
/// handlers.
final class Log: @unchecked Sendable {
  // Safe: all state is accessed only under the condition's lock.
  private let condition = NSCondition()
  private var events: [TraceEvent] = []
  private var taken = 0
  /// The completions of gated bodies that were called and have not ended.
  private var completions: [Int: JobCompletion<Void>] = [:]
  private var handlerCalls: [Int: Int] = [:]

  // MARK: From the engine

  func add(_ event: TraceEvent) {
    condition.withLock {
      events.append(event)
      condition.signal()
    }
  }

  func wasCalled(_ job: Int, _ completion: JobCompletion<Void>) {
    condition.withLock {
      completions[job] = completion
      condition.signal()
    }
  }

  func handlerWasCalled(_ job: Int) { condition.withLock { handlerCalls[job, default: 0] += 1 } }

  // MARK: For the test

  func end(_ job: Int, _ end: JobEnd) {
    condition.withLock { completions.removeValue(forKey: job) }?.end(end)
  }

  func handlerCalls(_ job: Int) -> Int { condition.withLock { handlerCalls[job] ?? 0 } }

  func wereCalled(_ jobs: [Int]) -> Bool { condition.withLock { areCalled(jobs) } }

  private func areCalled(_ jobs: [Int]) -> Bool { jobs.allSatisfy { completions[$0] != nil } }

  var allEvents: [TraceEvent] { condition.withLock { events } }

  func takeEvents() -> [TraceEvent] {
    condition.withLock {
      defer { taken = events.count }
      return Array(events[taken...])
    }
  }

  /// Waits until there are events that haven't been taken, or until all of these bodies have been called.
  /// - Returns: Whether that happened. If it doesn't happen in time, the engine has lost a job.
  func waitForMore(orCallsOf jobs: [Int]) -> Bool {
    let giveUp = Date(timeIntervalSinceNow: 120)
    return condition.withLock {
      while events.count == taken, jobs.isEmpty || !areCalled(jobs) {
        if !condition.wait(until: giveUp) { return false }
      }
      return true
    }
  }
}
