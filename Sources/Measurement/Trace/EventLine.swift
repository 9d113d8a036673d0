import Engine

/// A line of a record of events, as `EventLines` writes it.
struct EventLine: Codable, Sendable {
  let time: UInt64
  let event: String
  let engine: String
  var job: UInt64?
  var name: String?
  var queue: String?
  var priority: String?
  var thread: UInt64?
  var prerequisite: UInt64?
  var error: String?
  var photo: Int?
  var jobs: [UInt64]?
  var threads: Int?
  var memory: Int?

  init(_ event: String, at time: UInt64, _ engine: String, _ fill: (inout EventLine) -> Void) {
    (self.event, self.time, self.engine) = (event, time, engine)
    fill(&self)
  }

  init(_ event: TraceEvent, _ engine: String) {
    self.init(event.kind.word, at: event.time, engine) { line in
      line.job = event.job == 0 ? nil : event.job
      line.name = event.jobName.isEmpty ? nil : event.jobName
      line.queue = event.queueName.isEmpty ? nil : event.queueName
      line.priority = event.priority == .normal ? nil : event.priority.word
      line.thread = event.thread
      switch event.kind {
      case .ended(.failed(let reason)): line.error = "\(reason)"
      case .prerequisite(let other): line.prerequisite = other
      default: break
      }
    }
  }
}

extension TraceEvent.Kind {
  var word: String {
    switch self {
    case .waiting: "waiting"
    case .ready: "ready"
    case .running: "running"
    case .returned: "returned"
    case .ended(.finished): "finished"
    case .ended(.failed): "failed"
    case .ended(.cancelled): "cancelled"
    case .cancelRequested: "cancel requested"
    case .prerequisite: "prerequisite"
    case .suspended: "suspended"
    case .resumed: "resumed"
    }
  }
}
