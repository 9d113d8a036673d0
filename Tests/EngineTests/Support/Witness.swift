import Base
import Engine
import TestSupport

/// Records the calls of bodies and the reports, to compare both with the trace.
final class Witness: Sendable {
  private let seen = Locked((calls: [JobID: Int](), reports: [String](), isInside: false))

  /// Records the call of a body.
  func bodyWasCalled(_ running: any Running) { seen.withLock { $0.calls[running.id, default: 0] += 1 } }

  /// Sets the handlers of a job. Call it before the job is added.
  func watch(_ job: AnyJob, of engine: JobEngine) {
    let (id, queue) = (job.id, engine.reportQueue)
    job.whenStarted { [self] in note("\(id) running", on: queue) }
    job.whenEnded { [self] end in note("\(id) \(end.description)", on: queue) }
  }

  private func note(_ report: String, on queue: any ReportQueue) {
    let isOnQueue = queue.isCurrent
    let isAlone = seen.withLock { seen in
      defer { seen.isInside = true }
      return !seen.isInside
    }
    seen.withLock {
      $0.reports.append(isOnQueue && isAlone ? report : "\(report), beside the reporting queue")
      $0.isInside = false
    }
  }

  /// Returns the violations. Call it when all jobs have ended and every end has been reported.
  func violation(in events: [TraceEvent]) -> String? {
    if let first = Audit(events, edgesAreTakenBack: true).violations.first { return first }
    let happened = events.filter { $0.isPick || $0.isEnd }.map { "\($0.job) \($0.word)" }
    let (calls, reports, _) = seen.value
    if reports != happened { return "happened: \(happened), but reported: \(reports)" }
    let picked = Set(events.filter(\.isPick).map(\.job))
    if Set(calls.keys) != picked { return "picked: \(picked.sorted()), but called: \(calls.keys.sorted())" }
    return calls.first { $0.value != 1 }.map { "the body of \($0.key) was called \($0.value) times" }
  }
}
