import Engine
import Foundation

/// The same record as JSON Lines: an object an event, in the order in which they happened.
public struct EventLines {
  private let log: TraceLog

  public init(_ log: TraceLog) { self.log = log }

  public func json() throws -> Data {
    let (events, photos, _) = log.recorded
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var lines = events.map { ($0.time, Line($0)) } + photos.map { ($0.time, Line($0)) }
    lines.sort { $0.0 < $1.0 }
    var data = Data()
    for (_, line) in lines {
      data += try encoder.encode(line)
      data.append(0x0A)
    }
    return data
  }

  private struct Line: Encodable {
    /// Nanoseconds on a monotonic clock.
    var time: UInt64
    var event: String
    var job: UInt64?
    var name: String?
    var queue: String?
    var thread: UInt64?
    var prerequisite: UInt64?
    var error: String?
    var photo: Int?

    init(_ change: TraceLog.PhotoChange) {
      time = change.time
      event = "photo \(change.state ?? "settled")"
      photo = change.photo
      name = change.name
    }

    init(_ event: TraceEvent) {
      time = event.time
      job = event.job == 0 ? nil : event.job
      name = event.jobName.isEmpty ? nil : event.jobName
      queue = event.queueName.isEmpty ? nil : event.queueName
      thread = event.thread
      switch event.kind {
      case .waiting: self.event = "waiting"
      case .ready: self.event = "ready"
      case .running: self.event = "running"
      case .returned: self.event = "returned"
      case .ended(.finished): self.event = "finished"
      case .ended(.cancelled): self.event = "cancelled"
      case .ended(.failed(let reason)):
        self.event = "failed"
        error = "\(reason)"
      case .cancelRequested: self.event = "cancel requested"
      case .prerequisite(let other):
        self.event = "prerequisite"
        prerequisite = other
      case .suspended: self.event = "suspended"
      case .resumed: self.event = "resumed"
      }
    }
  }
}
