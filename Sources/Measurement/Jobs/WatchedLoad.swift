import Base
import Engine

extension JobRunner {
  /// Runs a load, and records which thread ran which body when. What it takes is not a measure: each body takes a lock to be
  /// recorded. Blocks the calling thread.
  /// - Parameter count: of the bodies that are drawn, from the middle of the run: at its start, threads are still waking.
  public func watch(_ load: JobLoad, count: Int) -> WorkerTimeline {
    let log = BodyLog()
    _ = run(load) { log.record { load.work() } }
    return log.timeline(rawValue, count: count)
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
    let end = monotonicNanoseconds()
    let body = Body(thread: currentThreadNumber(), start: start, end: end)
    bodies.withLock { $0.append(body) }
  }

  func timeline(_ engine: String, count: Int) -> WorkerTimeline {
    let all = bodies.withLock { $0 }.sorted { $0.start < $1.start }
    let before = max(0, all.count - count) / 2
    let bodies = all.dropFirst(before).prefix(count)
    let origin = bodies.first?.start ?? 0
    var rows: [UInt64: Int] = [:]
    let bars = bodies.enumerated().map { number, body in
      let row = rows[body.thread, default: rows.count]
      rows[body.thread] = row
      return WorkerTimeline.Bar(
        row: row, start: Double(body.start - origin) / 1e9, end: Double(body.end - origin) / 1e9,
        job: "job \(before + number + 1)", queue: "", outcome: "finished")
    }
    return WorkerTimeline(engine: engine, rows: (0..<rows.count).map { "thread \($0 + 1)" }, bars: bars)
  }
}
