import Engine

/// The history of a job, put together from the events of a record.
struct JobSpan {
  var name: String
  var queue: String
  var priority = Priority.normal
  /// When it came to its queue.
  var added: UInt64
  var prerequisites: [UInt64] = []
  var thread: UInt64 = 0
  /// When its body began, gave its thread back, and ended; nil where that is not in the record.
  var start: UInt64?
  var returned: UInt64?
  var end: UInt64?
  /// The thread that reported its end.
  var endThread: UInt64 = 0
  /// “finished”, “failed: not found (404)”, “cancelled”; nil where it has not ended.
  var outcome: String?

  /// By the jobs' numbers.
  static func spans(_ events: some Sequence<EventLine>) -> [UInt64: JobSpan] {
    events.reduce(into: [:]) { spans, event in
      guard let job = event.job else { return }
      var span = spans[job] ?? JobSpan(name: "", queue: "", added: event.time)
      // A prerequisite may be given before the job is on a queue.
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
  /// The spans for which each queue started nothing, by their beginnings.
  /// - Parameter last: the end of those that do not end in the record.
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
