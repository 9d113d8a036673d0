import Engine
import TestSupport

/// Reads a trace, and notes what the contract does not allow: an illegal change of state, a job picked on a suspended
/// queue, before its prerequisites have ended, twice, or before one of higher priority.
///
/// It believes nothing but the events, so that it can judge any test's trace; what a trace does not tell, such as a
/// width or an edge taken back, the test says.
struct Audit {
  /// Whether an edge may have been taken back: then a pick is not checked against the edges.
  var edgesAreTakenBack = false
  /// Of the jobs whose priority never changes.
  var priorities: [JobID: Priority] = [:]
  private(set) var violations: [String] = []

  private var states: [JobID: String] = [:]
  private var prerequisites: [JobID: Set<JobID>] = [:]
  private var suspended: Set<String> = []
  /// How many are ready, by queue and `Priority.rawValue`.
  private var levels: [String: [Int]] = [:]
  private var lastTime: UInt64 = 0

  init(edgesAreTakenBack: Bool = false, priorities: [JobID: Priority] = [:]) {
    self.edgesAreTakenBack = edgesAreTakenBack
    self.priorities = priorities
  }

  static func violations(
    in events: [TraceEvent], edgesAreTakenBack: Bool = false, priorities: [JobID: Priority] = [:]
  ) -> [String] {
    var audit = Audit(edgesAreTakenBack: edgesAreTakenBack, priorities: priorities)
    for event in events { audit.read(event) }
    return audit.violations
  }

  mutating func read(_ event: TraceEvent) {
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
    case .cancelRequested:
      return check(event, in: state, allowed: ["running"])
    case .returned:
      return check(event, in: state, allowed: ["running", "finished", "failed", "cancelled"])
    case .waiting: from = ["new", "ready"]
    // From ready: it was handed to a thread, could not be picked, and stands last in its level.
    case .ready: from = ["new", "waiting", "ready"]
    case .running:
      from = ["ready"]
      if suspended.contains(event.queueName) {
        violations.append("\(event.jobName) was picked on a suspended queue")
      }
      if !edgesAreTakenBack, let missing = prerequisites[event.job]?.filter({ !isEnded($0) }),
        !missing.isEmpty
      {
        violations.append("\(event.jobName) was picked before \(missing.sorted()) ended")
      }
    case .ended(.cancelled): from = ["new", "waiting", "ready", "running"]
    case .ended: from = ["running"]
    }
    check(event, in: state, allowed: from)
    states[event.job] = event.word
    checkLevel(of: event, from: state)
  }

  private mutating func checkLevel(of event: TraceEvent, from state: String) {
    guard let level = priorities[event.job]?.rawValue else { return }
    var ready = levels[event.queueName] ?? Priority.allCases.map { _ in 0 }
    if state == "ready" { ready[level] -= 1 }
    if event.word == "ready" { ready[level] += 1 }
    levels[event.queueName] = ready
    if event.isPick, ready[(level + 1)...].contains(where: { $0 > 0 }) {
      violations.append("\(event.jobName) was picked before one of higher priority")
    }
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
  /// What the contract does not allow in all that happened so far.
  func violations(edgesAreTakenBack: Bool = false) -> [String] {
    Audit.violations(in: events, edgesAreTakenBack: edgesAreTakenBack)
  }
}
