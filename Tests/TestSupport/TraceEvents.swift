import Engine

extension TraceEvent {
  public var isPick: Bool { if case .entered(.running) = kind { true } else { false } }
  public var isEnd: Bool { if case .entered(.ended) = kind { true } else { false } }
}

extension [TraceEvent] {
  /// The names of jobs that were picked while their queue was suspended.
  public var startedWhileSuspended: [String] {
    var suspended: Set<String> = []
    return compactMap { event in
      switch event.kind {
      case .suspended: suspended.insert(event.queueName)
      case .resumed: suspended.remove(event.queueName)
      case .entered(.running) where suspended.contains(event.queueName): return event.jobName
      default: break
      }
      return nil
    }
  }

  /// Returns the maximum number of jobs on a queue that ran simultaneously.
  public func mostRunning(on queue: String) -> Int {
    var running: Set<JobID> = []
    var most = 0
    for event in self where event.queueName == queue {
      if event.isPick { running.insert(event.job) }
      if event.isEnd { running.remove(event.job) }
      most = Swift.max(most, running.count)
    }
    return most
  }
}
