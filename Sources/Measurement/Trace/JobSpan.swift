import Engine

/// The history of a job, assembled from recorded events.
struct JobSpan {
  var name: String
  var queue: String
  var priority = Priority.normal
  /// The time at which the job was added to its queue.
  var added: UInt64
  var prerequisites: [UInt64] = []
  var thread: UInt64 = 0
  /// The time at which the body started, or nil if it isn't in the record.
  var start: UInt64?
  /// The time at which the body returned its thread but continued, or nil.
  var returned: UInt64?
  /// The time at which the job ended, or nil if it isn't in the record.
  var end: UInt64?
  /// The thread that reported the end.
  var endThread: UInt64 = 0
  /// The outcome, such as “finished”, “failed: not found (404)” or “cancelled”. Nil if the job hasn't ended.
  var outcome: String?

  /// Returns the history of each job by job number.
  static func spans(_ events: some Sequence<EventLine>) -> [UInt64: JobSpan] {
    events.reduce(into: [:]) { spans, event in
      guard let job = event.job else { return }
      var span = spans[job] ?? JobSpan(name: "", queue: "", added: event.time)
      // Prerequisites may be set before the job is added to a queue.
      if span.queue.isEmpty {
        (span.name, span.queue, span.added) = (event.name ?? "", event.queue ?? "", event.time)
      }
      span.take(event)
      spans[job] = span
    }
  }

  private mutating func take(_ event: EventLine) {
    priority = Priority.allCases.first { $0.word == event.priority } ?? .normal
    switch event.event {
    case "running": (start, thread) = (event.time, event.thread ?? 0)
    case "returned": returned = event.time
    case "finished", "failed", "cancelled":
      (end, endThread) = (event.time, event.thread ?? 0)
      outcome = event.event + (event.error.map { ": \($0)" } ?? "")
    case "prerequisite": prerequisites += event.prerequisite.map { [$0] } ?? []
    default: break
    }
  }
}

extension Sequence<EventLine> {
  /// Returns the periods in which queues were suspended, ordered by start.
  /// - Parameter last: the end time for periods that don't end within the record.
  func suspensions(until last: UInt64) -> [(queue: String, start: UInt64, end: UInt64)] {
    var suspended: [String: UInt64] = [:]
    var suspensions: [(queue: String, start: UInt64, end: UInt64)] = []
    for event in self {
      let queue = event.queue ?? ""
      if event.event == "suspended" {
        suspended[queue] = suspended[queue] ?? event.time
      } else if event.event == "resumed", let start = suspended.removeValue(forKey: queue) {
        suspensions.append((queue, start, event.time))
      }
    }
    suspensions += suspended.map { ($0, $1, last) }
    return suspensions.sorted { ($0.start, $0.queue) < ($1.start, $1.queue) }
  }
}
