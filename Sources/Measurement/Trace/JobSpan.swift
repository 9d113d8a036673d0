import Engine

/// What became of a job, put together from the events of a record.
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
      (end, outcome) = (event.time, event.event + (event.error.map { ": \($0)" } ?? ""))
    case "prerequisite": prerequisites += event.prerequisite.map { [$0] } ?? []
    default: break
    }
  }
}
