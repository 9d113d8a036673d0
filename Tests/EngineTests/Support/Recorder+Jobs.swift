import Engine
import TestSupport

/// Questions about the events of jobs.
extension Recorder {
  /// Returns when these have become ready, so many times: a job whose last prerequisite has gone does so soon, not at
  /// once.
  func ready(_ jobs: AnyJob..., times: Int = 1) async {
    for id in jobs.map(\.id) {
      await until { events in events.count { $0.job == id && $0.word == "ready" } >= times }
    }
  }

  /// Returns when this running job was cancelled.
  func cancelRequested(_ job: AnyJob) async {
    await until { [id = job.id] events in events.contains { $0.job == id && $0.word == "cancel" } }
  }

  /// Keeps this thread busy until there are so many events: a race that starts in the middle of things.
  func spin(until count: Int) { while mark < count { giveWay() } }

  /// The names of the jobs that were picked, in order.
  var picked: [String] { events.filter(\.isPick).map(\.jobName) }

  /// The number of these events of a job.
  func count(_ word: String, of job: AnyJob) -> Int { events.count { $0.job == job.id && $0.word == word } }

  /// What happened to one job, in words. Ready twice running is once, as a job may be handed back; that its body has
  /// returned changes nothing for it, and comes at any time.
  func path(of job: AnyJob) -> [String] {
    var path: [String] = []
    for word in events.filter({ $0.job == job.id }).map(\.word) {
      if word != "returned", word != "ready" || path.last != "ready" { path.append(word) }
    }
    return path
  }

  /// The most jobs of a queue that ran at a time.
  func mostRunning(on queue: JobQueue) -> Int { events.mostRunning(on: queue.name) }
}

extension TraceEvent {
  var word: String {
    switch kind {
    case .waiting: "waiting"
    case .ready: "ready"
    case .running: "running"
    case .returned: "returned"
    case .ended(let end): end.description
    case .cancelRequested: "cancel"
    case .prerequisite: "prerequisite"
    case .suspended: "suspended"
    case .resumed: "resumed"
    }
  }
}
