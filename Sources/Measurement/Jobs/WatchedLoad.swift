import Base
import Engine

extension JobRunner {
  /// Runs a load several times, and records which thread ran which body when. What it takes is not a measure: each body
  /// takes a lock to be recorded. Blocks the calling thread.
  /// - Parameter runs: how often; when a pool's thread wakes is chance, so that one run says little.
  /// - Returns: of these runs, the one that took the median time.
  public func watch(_ load: JobLoad, runs: Int) -> WorkerTimeline {
    // The pool has its threads afterwards: to start one takes longer than many a job.
    _ = run(load)
    let timelines = (0..<max(1, runs)).map { _ in
      let log = BodyLog()
      _ = run(load) { log.record { load.work() } }
      return log.timeline(rawValue)
    }
    return timelines.sorted { $0.duration < $1.duration }[timelines.count / 2]
  }
}

/// The bodies that have run, and where.
private final class BodyLog: Sendable {
  private struct Body {
    let thread: UInt64
    let start: UInt64
    let end: UInt64
  }

  private let bodies = Locked<[Body]>([])

  func record(_ work: () -> Void) {
    let start = monotonicNanoseconds()
    work()
    let body = Body(thread: currentThreadNumber(), start: start, end: monotonicNanoseconds())
    bodies.withLock { $0.append(body) }
  }

  func timeline(_ engine: String) -> WorkerTimeline {
    let bodies = bodies.withLock { $0 }.sorted { $0.start < $1.start }
    let origin = bodies.first?.start ?? 0
    var rows: [UInt64: Int] = [:]
    let bars = bodies.enumerated().map { number, body in
      let row = rows[body.thread, default: rows.count]
      rows[body.thread] = row
      return WorkerTimeline.Bar(
        row: row, start: Double(body.start - origin) / 1e9, end: Double(body.end - origin) / 1e9,
        job: "job \(number + 1)", queue: "", outcome: "finished")
    }
    return WorkerTimeline(engine: engine, rows: (0..<rows.count).map { "thread \($0 + 1)" }, bars: bars)
  }
}
