import Engine
import Foundation
import TestSupport

/// What an engine did with a plan's jobs: events, calls of bodies and handlers, reports.
final class Log: @unchecked Sendable {
  // Safe: everything is touched under the condition's lock only.
  private let condition = NSCondition()
  private var events: [TraceEvent] = []
  private var taken = 0
  private var calls: [Int: Int] = [:]
  private var ends: [Int: @Sendable (JobEnd) -> Void] = [:]
  private var handlerCalls: [Int: Int] = [:]
  private var reports: [String] = []

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  // MARK: From the engine

  func add(_ event: TraceEvent) {
    locked {
      events.append(event)
      condition.signal()
    }
  }

  func wasCalled(_ job: Int, _ end: (@Sendable (JobEnd) -> Void)?) {
    locked {
      calls[job, default: 0] += 1
      ends[job] = end
      condition.signal()
    }
  }

  func handlerWasCalled(_ job: Int) { locked { handlerCalls[job, default: 0] += 1 } }

  func wasReported(_ job: Int, _ end: String) { locked { reports.append("j\(job) \(end)") } }

  // MARK: For the test

  func end(_ job: Int, _ end: JobEnd) { locked { ends.removeValue(forKey: job) }?(end) }

  func handlerCalls(_ job: Int) -> Int { locked { handlerCalls[job] ?? 0 } }

  func wereCalled(_ jobs: [Int]) -> Bool { locked { jobs.allSatisfy { calls[$0] != nil } } }

  func takeEvents() -> [TraceEvent] {
    locked {
      defer { taken = events.count }
      return Array(events[taken...])
    }
  }

  /// Waits until there are events that were not taken yet, or until all of these bodies were called.
  /// - Returns: whether it came so; only an engine that has lost a job takes so long that it does not.
  func waitForMore(orCallsOf jobs: [Int]) -> Bool {
    let giveUp = Date(timeIntervalSinceNow: 120)
    return locked {
      while events.count == taken, jobs.isEmpty || !jobs.allSatisfy({ calls[$0] != nil }) {
        if !condition.wait(until: giveUp) { return false }
      }
      return true
    }
  }

  /// What is wrong with the whole, when all jobs have ended.
  var violation: String? {
    locked {
      let audit = Audit.violations(in: events, edgesAreTakenBack: true)
      if let first = audit.first { return first }
      let ended = events.filter(\.isEnd).map(\.line)
      if reports != ended { return "ended: \(ended), but reported: \(reports)" }
      let picked = Set(events.filter(\.isPick).map { Int($0.job) - 1 })
      if Set(calls.keys) != picked { return "picked: \(picked.sorted()), but called: \(calls.keys.sorted())" }
      return calls.first { $0.value != 1 }.map { "the body of j\($0.key) was called \($0.value) times" }
    }
  }
}
