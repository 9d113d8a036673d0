import Engine
import Foundation

/// The same record as JSON Lines: an object an event, in the order of time.
///
/// Every line has `time` (nanoseconds on a monotonic clock), `event` and `engine`. Lines of a job, with `job` (its
/// number), `name`, `queue`, `thread`, and `priority` where it is not normal: waiting, ready, running, returned, finished, failed (`error`), cancelled,
/// cancel requested, prerequisite. Of a queue: suspended, resumed. Of a photo, with its place in the list from 0: `photo`
/// has its `jobs`, and `photo downloading` and so on its state. `sample` has the process's `threads` and `memory`
/// in bytes; `thread` the name of one.
public struct EventLines {
  private let runs: [(engine: String, log: TraceLog)]

  public init(_ runs: [(engine: String, log: TraceLog)]) { self.runs = runs }

  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var lines: [EventLine] = []
    for run in runs { lines += self.lines(run.log.recorded, engine: run.engine) }
    let order = lines.indices.sorted { (lines[$0].time, $0) < (lines[$1].time, $1) }
    var data = Data()
    for index in order {
      data += try encoder.encode(lines[index])
      data.append(0x0A)
    }
    return data
  }

  private func lines(_ record: TraceLog.Record, engine: String) -> [EventLine] {
    var lines: [EventLine] = []
    for (thread, name) in record.threads.sorted(by: { $0.key < $1.key }) where !name.isEmpty {
      lines.append(
        EventLine("thread", at: record.start ?? 0, engine) { ($0.thread, $0.name) = (thread, name) })
    }
    for photo in record.photos {
      lines.append(
        EventLine("photo", at: photo.time, engine) {
          ($0.photo, $0.name, $0.jobs) = (photo.photo, photo.name, photo.jobs)
        })
    }
    lines += record.events.map { EventLine($0, engine) }
    for track in PhotoTrack.tracks(of: record) {
      var last = ""
      for stage in track.stages where stage.word != last {
        last = stage.word
        lines.append(
          EventLine("photo \(stage.word)", at: stage.since, engine) {
            ($0.photo, $0.name) = (track.photo, track.name)
            if stage.word == "failed" { $0.error = track.reason }
          })
      }
    }
    lines += record.samples.map { sample in
      EventLine("sample", at: sample.time, engine) {
        ($0.threads, $0.memory) = (sample.threads, sample.memory)
      }
    }
    return lines
  }
}
