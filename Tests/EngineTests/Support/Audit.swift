import Engine
import TestSupport

/// Reads a trace and collects violations of the contract: an illegal change of state, and a job that was picked
/// twice, on a suspended queue, or before its prerequisites had ended.
///
/// It relies on nothing but the events, so that it can check any test's trace. A test adds facts that aren't in a
/// trace, such as a removed prerequisite.
struct Audit {
  private(set) var violations: [String] = []

  private var states: [JobID: String] = [:]
  private var prerequisites: [JobID: Set<JobID>] = [:]
  private var suspended: Set<String> = []
  private var lastTime: UInt64 = 0

  /// - Parameter edgesAreTakenBack: Whether prerequisites may have been removed. If so, picks aren't checked against
  ///    them.
  init(_ events: [TraceEvent], edgesAreTakenBack: Bool = false) {
    for event in events { read(event, edgesAreTakenBack) }
  }

  private mutating func read(_ event: TraceEvent, _ edgesAreTakenBack: Bool) {
    if event.time < lastTime { violations.append("time runs backwards at \(event.jobName)") }
    if event.thread == 0 { violations.append("no thread at \(event.jobName)") }
    lastTime = event.time

    let state = states[event.job] ?? "new"
    let from: [String]
    switch event.kind {
    case .suspended, .resumed:
      let changed =
        event.word == "suspended"
        ? suspended.insert(event.queueName).inserted : suspended.remove(event.queueName) != nil
      if !changed { violations.append("\(event.queueName) \(event.word) twice") }
      return
    case .prerequisite(let other):
      check(event, in: state, allowed: ["new", "waiting", "ready"])
      if !isEnded(other) { prerequisites[event.job, default: []].insert(other) }
      return
    case .cancelRequested: return check(event, in: state, allowed: ["running"])
    case .returned: return check(event, in: state, allowed: ["running", "finished", "failed", "cancelled"])
    case .entered(.waiting): from = ["new", "ready"]
    // A ready job was passed to a thread but couldn't be picked. It now comes last within its priority.
    case .entered(.ready): from = ["new", "waiting", "ready"]
    case .entered(.running):
      from = ["ready"]
      if suspended.contains(event.queueName) {
        violations.append("\(event.jobName) was picked on a suspended queue")
      }
      let missing = (prerequisites[event.job] ?? []).filter { !isEnded($0) }
      if !edgesAreTakenBack, !missing.isEmpty {
        violations.append("\(event.jobName) was picked before \(missing.sorted()) ended")
      }
    case .entered(.ended(.cancelled)): from = ["new", "waiting", "ready", "running"]
    case .entered(.ended): from = ["running"]
    case .entered(.new): from = []
    }
    check(event, in: state, allowed: from)
    states[event.job] = event.word
  }

  private func isEnded(_ job: JobID) -> Bool {
    ["finished", "failed", "cancelled"].contains(states[job] ?? "new")
  }

  private mutating func check(_ event: TraceEvent, in state: String, allowed: [String]) {
    if !allowed.contains(state) {
      violations.append("\(event.jobName) went from \(state) to \(event.word)")
    }
  }
}

extension Recorder {
  /// Returns the violations of the contract so far.
  func violations(edgesAreTakenBack: Bool = false) -> [String] {
    Audit(events, edgesAreTakenBack: edgesAreTakenBack).violations
  }
}
