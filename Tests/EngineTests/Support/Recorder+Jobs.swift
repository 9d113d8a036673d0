import Engine
import TestSupport

/// Queries about the events of jobs.
extension Recorder {
  /// Returns when these jobs have become ready this many times. A job becomes ready soon after the end of its last
  /// prerequisite, but not immediately.
  func ready(_ jobs: AnyJob..., times: Int = 1) async {
    for id in jobs.map(\.id) {
      await until { events in events.count { $0.job == id && $0.word == "ready" } >= times }
    }
  }

  /// Keeps the calling thread busy until there are this many events, so that a race begins in the middle of other work.
  func spin(until count: Int) { while mark < count { giveWay() } }

  /// The names of the jobs that were picked, in order.
  var picked: [String] { events.filter(\.isPick).map(\.jobName) }

  /// The names of the jobs that became ready, in order.
  var becameReady: [String] { events.filter { $0.word == "ready" }.map(\.jobName) }

  /// Returns the number of events of this kind that a job has had.
  func count(_ word: String, of job: AnyJob) -> Int { events.count { $0.job == job.id && $0.word == word } }

  /// Returns the events of a job, as text. Becoming ready several times counts once, because a job may be returned.
  /// The return of the body is left out, because it has no effect and happens at no particular time.
  func path(of job: AnyJob) -> [String] {
    var path: [String] = []
    for word in events.filter({ $0.job == job.id }).map(\.word) {
      if word != "returned", word != "ready" || path.last != "ready" { path.append(word) }
    }
    return path
  }

  /// Returns the maximum number of jobs of a queue that ran simultaneously.
  func mostRunning(on queue: JobQueue) -> Int { events.mostRunning(on: queue.name) }
}

extension TraceEvent {
  var word: String {
    switch kind {
    case .entered(let state): state.description
    case .returned: "returned"
    case .cancelRequested: "cancel"
    case .prerequisite: "prerequisite"
    case .suspended: "suspended"
    case .resumed: "resumed"
    }
  }
}
