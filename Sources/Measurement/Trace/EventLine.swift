import Engine
import Foundation

/// A line of an event record, which contains the same data as a trace, as JSON Lines ordered by time.
///
/// Every line has `time` (in nanoseconds on a monotonic clock), `event` and `engine`. Other fields depend on the event:
/// - Jobs: waiting, ready, running, returned, finished, failed (with `error`), cancelled, cancel requested,
///   prerequisite. They have `job` (the job's number), `name`, `queue`, `thread`, and `priority` if it isn't normal.
/// - Queues: suspended, resumed.
/// - Photos, with `photo` as the index in the list: the event `photo` lists its `jobs`, and events such as
///   `photo downloading` report its state.
/// - `sample`: the `threads` and `memory` (in bytes) of the process.
/// - `thread`: the name of a thread.
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
}

extension EventLine {
  init(_ event: TraceEvent, _ engine: String) {
    self.init(
      time: event.time, event: event.kind.word, engine: engine, job: event.job == 0 ? nil : event.job,
      name: event.jobName.isEmpty ? nil : event.jobName,
      queue: event.queueName.isEmpty ? nil : event.queueName,
      priority: event.priority == .normal ? nil : event.priority.word, thread: event.thread)
    switch event.kind {
    case .entered(.ended(.failed(let reason))): error = "\(reason)"
    case .prerequisite(let other): prerequisite = other
    default: break
    }
  }
}

extension TraceEvent.Kind {
  var word: String {
    switch self {
    case .entered(let state): state.description
    case .returned: "returned"
    case .cancelRequested: "cancel requested"
    case .prerequisite: "prerequisite"
    case .suspended: "suspended"
    case .resumed: "resumed"
    }
  }
}

/// Decoding of recorded events.
extension EventLine {
  /// The engine's event, or nil if the line is about a photo, a thread or a sample.
  var traceEvent: TraceEvent? {
    guard let kind else { return nil }
    return TraceEvent(
      kind: kind, job: job ?? 0, jobName: name ?? "",
      priority: Priority.allCases.first { $0.word == priority } ?? .normal, queueName: queue ?? "",
      thread: thread ?? 0, time: time)
  }

  private var kind: TraceEvent.Kind? {
    switch Self.kinds[event] {
    case .entered(.ended(.failed)): .entered(.ended(.failed(JobGraphError(description: error ?? ""))))
    case .prerequisite: prerequisite.map { .prerequisite($0) }
    case let kind: kind
    }
  }

  /// The kinds by the words that represent them. The error and the prerequisite are placeholders.
  private static let kinds: [String: TraceEvent.Kind] = {
    let kinds =
      JobState.onQueue.map { .entered($0) }
      + [TraceEvent.Kind.returned, .cancelRequested, .prerequisite(0), .suspended, .resumed]
    return Dictionary(uniqueKeysWithValues: kinds.map { ($0.word, $0) })
  }()
}

/// Returns the events of several engines' runs as JSON Lines. See ``EventLine``.
public func eventLines(_ runs: [(engine: String, log: TraceLog)]) throws -> Data {
  let lines = runs.flatMap { EventLine.lines($0.log.recorded, engine: $0.engine) }
  let order = lines.indices.sorted { (lines[$0].time, $0) < (lines[$1].time, $1) }
  var data = Data()
  for index in order { data += try jsonLine(lines[index]) }
  return data
}

extension EventLine {
  fileprivate static func lines(_ record: TraceLog.Record, engine: String) -> [EventLine] {
    let threads = record.threads.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    let start = record.start ?? 0
    var lines = threads.map { thread, name in
      EventLine(time: start, event: "thread", engine: engine, name: name, thread: thread)
    }
    lines += record.photos.map { photo in
      EventLine(
        time: photo.time, event: "photo", engine: engine, name: photo.name, photo: photo.photo,
        jobs: photo.jobs)
    }
    lines += record.events.map { EventLine($0, engine) }
    for track in PhotoTrack.tracks(of: record) {
      var last: String?
      for stage in track.stages where stage.state != last {
        last = stage.state
        lines.append(
          EventLine(
            time: stage.since, event: "photo \(stage.state)", engine: engine, name: track.name,
            error: stage.state == PhotoTrack.failed ? track.reason : nil, photo: track.photo))
      }
    }
    lines += record.samples.map { sample in
      EventLine(
        time: sample.time, event: "sample", engine: engine, threads: sample.threads, memory: sample.memory)
    }
    return lines
  }
}
