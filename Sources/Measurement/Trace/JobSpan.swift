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
  /// The outcome, or nil if the job hasn't ended.
  var outcome: JobEnd?

  /// The outcome as text, such as “finished”, “failed: not found (404)” or “cancelled”. It is nil if the job hasn't
  /// ended.
  var outcomeText: String? {
    switch outcome {
    case .failed(let error): "failed: \(error)"
    default: outcome?.description
    }
  }

  /// Returns the history of each job by job number.
  static func spans(_ events: some Sequence<TraceEvent>) -> [JobID: JobSpan] {
    events.reduce(into: [:]) { spans, event in
      // Events of queues have no job.
      guard event.job != 0 else { return }
      var span = spans[event.job] ?? JobSpan(name: "", queue: "", added: event.time)
      // Prerequisites may be set before the job is added to a queue.
      if span.queue.isEmpty {
        (span.name, span.queue, span.added) = (event.jobName, event.queueName, event.time)
      }
      span.take(event)
      spans[event.job] = span
    }
  }

  private mutating func take(_ event: TraceEvent) {
    priority = event.priority
    switch event.kind {
    case .entered(.running): (start, thread) = (event.time, event.thread)
    case .returned: returned = event.time
    case .entered(.ended(let end)): (self.end, endThread, outcome) = (event.time, event.thread, end)
    case .prerequisite(let other): prerequisites.append(other)
    case .entered, .cancelRequested, .suspended, .resumed: break
    }
  }
}

extension Sequence<TraceEvent> {
  /// Returns the periods in which queues were suspended, ordered by start.
  /// - Parameter last: The end time for periods that don't end within the record.
  func suspensions(until last: UInt64) -> [(queue: String, start: UInt64, end: UInt64)] {
    var suspended: [String: UInt64] = [:]
    var suspensions: [(queue: String, start: UInt64, end: UInt64)] = []
    for event in self {
      let queue = event.queueName
      switch event.kind {
      case .suspended: suspended[queue] = suspended[queue] ?? event.time
      case .resumed:
        if let start = suspended.removeValue(forKey: queue) { suspensions.append((queue, start, event.time)) }
      case .entered, .returned, .cancelRequested, .prerequisite: break
      }
    }
    suspensions += suspended.map { ($0, $1, last) }
    return suspensions.sorted { ($0.start, $0.queue) < ($1.start, $1.queue) }
  }
}
