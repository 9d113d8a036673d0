import Engine

/// Every event of one engine, in the order in which they happened.
final class Recorder: @unchecked Sendable {
  // Safe: everything is touched under the lock only.
  private let lock = Lock()
  private var recorded: [TraceEvent] = []
  private var waiting: [(isDue: @Sendable ([TraceEvent]) -> Bool, go: CheckedContinuation<Void, Never>)] = []

  /// Called under the engine's lock.
  func record(_ event: TraceEvent) {
    lock.withLock {
      recorded.append(event)
      guard !waiting.isEmpty else { return }
      waiting.removeAll { waiter in
        guard waiter.isDue(recorded) else { return false }
        waiter.go.resume()
        return true
      }
    }
  }

  var events: [TraceEvent] { lock.withLock { recorded } }

  /// How many events there are: a place in time, for `events[mark...]`.
  var mark: Int { lock.withLock { recorded.count } }

  /// Returns when the events so far are as wanted.
  func until(_ isDue: @escaping @Sendable ([TraceEvent]) -> Bool) async {
    await withCheckedContinuation { go in
      lock.withLock {
        if isDue(recorded) { go.resume() } else { waiting.append((isDue, go)) }
      }
    }
  }

  /// The names of the jobs that were picked, in order.
  var picked: [String] { events.filter(\.isPick).map(\.jobName) }

  /// What happened to one job, in words. That its body has returned changes nothing for it, and comes at any time.
  func path(of job: Job) -> [String] {
    events.filter { $0.job == job.id }.map(\.word).filter { $0 != "returned" }
  }

  /// The most jobs of a queue that ran at a time.
  func mostRunning(on queue: JobQueue) -> Int {
    var running: Set<JobID> = []
    var most = 0
    for event in events where event.queueName == queue.name {
      if event.isPick { running.insert(event.job) }
      if event.isEnd { running.remove(event.job) }
      most = max(most, running.count)
    }
    return most
  }
}

extension TraceEvent {
  var isPick: Bool { if case .running = kind { true } else { false } }
  var isEnd: Bool { if case .ended = kind { true } else { false } }

  var word: String {
    switch kind {
    case .waiting: "waiting"
    case .ready: "ready"
    case .running: "running"
    case .returned: "returned"
    case .ended(let end): end.word
    case .cancelRequested: "cancel"
    case .prerequisite: "prerequisite"
    case .suspended: "suspended"
    case .resumed: "resumed"
    }
  }
}
