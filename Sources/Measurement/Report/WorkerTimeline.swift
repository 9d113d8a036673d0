import Foundation
import Timelines

/// The work of each worker over time, in a run or a part of it. All times are in seconds since the first event.
public struct WorkerTimeline: Codable, Sendable, Equatable {
  /// A body that ran on a thread, or that continued after it had returned its thread.
  public struct Bar: Sendable, Equatable {
    public let row: Int
    public let start: Double
    public let end: Double
    public let job: String
    public let queue: String
    /// The outcome, such as “finished”, “failed: not found (404)” or “cancelled”. It is nil if the body only returned
    /// its thread.
    public let outcome: String?

    /// The photo that the job works on.
    public var photo: String { job.split(separator: " ", maxSplits: 1).last.map(String.init) ?? job }
    public var isCancelled: Bool { outcome == "cancelled" }
  }

  /// A period in which a queue was suspended and started nothing.
  public struct Suspension: Codable, Sendable, Equatable {
    public let queue: String
    public let start: Double
    public let end: Double
  }

  public let engine: String
  /// The names of the rows: threads first, followed by rows for transfers and other jobs without a thread.
  public let rows: [String]
  public let bars: [Bar]
  public let suspensions: [Suspension]
  /// The number of jobs that were cancelled before they ran.
  public let cancelledUnstarted: Int
  public let duration: Double

  /// - Parameter events: The lines written by `--events`.
  /// - Throws: `DecodingError` if the data is anything else.
  public init(engine: String, events data: Data) throws {
    let decoder = JSONDecoder()
    let events = try data.split(separator: 0x0A).map { try decoder.decode(EventLine.self, from: Data($0)) }
    let first = events.first?.time ?? 0
    let last = events.last?.time ?? first
    let recorded = events.compactMap(\.traceEvent)
    let spans = JobSpan.spans(recorded).sorted { $0.key < $1.key }.map(\.value)
    self.init(engine: engine, spans, from: first, to: last, recorded.suspensions(until: last))
  }

  init(
    engine: String, _ spans: [JobSpan], from first: UInt64, to last: UInt64,
    _ suspensions: [(queue: String, start: UInt64, end: UInt64)] = []
  ) {
    func seconds(_ time: UInt64) -> Double { Double(time - min(first, time)) / 1e9 }
    self.engine = engine
    duration = seconds(last)
    self.suspensions = suspensions.map {
      Suspension(queue: $0.queue, start: seconds($0.start), end: seconds($0.end))
    }
    cancelledUnstarted = spans.count { $0.start == nil && $0.outcome == .cancelled }
    (rows, bars) = Self.placed(spans, until: duration, seconds)
  }

  /// Assigns jobs to rows. Each thread has its own row. A job without a thread gets the first free row of its queue.
  /// - Parameter last: The end time for jobs that are still running.
  private static func placed(
    _ spans: [JobSpan], until last: Double, _ seconds: (UInt64) -> Double
  ) -> ([String], [Bar]) {
    // The sort is stable, so jobs that started simultaneously stay in the order of their numbers.
    let ran = spans.compactMap { span in span.start.map { (span: span, start: seconds($0)) } }
      .sorted { $0.start < $1.start }
    var threads: [UInt64: Int] = [:]
    for (span, _) in ran where threads[span.thread] == nil { threads[span.thread] = threads.count }
    var rows = (0..<threads.count).map { "thread \($0 + 1)" }
    var free: [String: [(row: Int, until: Double)]] = [:]
    var bars: [Bar] = []
    for (span, start) in ran {
      let (returned, end) = (span.returned.map(seconds), span.end.map(seconds) ?? last)
      let outcome = span.outcomeText ?? "still running"
      func add(_ row: Int, _ start: Double, _ end: Double, _ outcome: String?) {
        bars.append(
          Bar(row: row, start: start, end: end, job: span.name, queue: span.queue, outcome: outcome))
      }
      add(threads[span.thread] ?? 0, start, returned ?? end, returned == nil ? outcome : nil)
      guard let returned, end > returned else { continue }
      let lane = free[span.queue, default: []].firstFree(or: (rows.count, 0)) { $0.until <= returned }
      free[span.queue]?[lane].until = end
      let row = free[span.queue]?[lane].row ?? 0
      if row == rows.count { rows.append("\(span.queue) \(lane + 1)") }
      add(row, returned, end, outcome)
    }
    return (rows, bars)
  }
}

/// Encodes a bar as an array: row, start and end in microseconds, job, queue, and outcome. A run has hundreds of
/// bars, so keys would make up most of the record.
extension WorkerTimeline.Bar: Codable {
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(
      row: try values.decode(Int.self), start: try values.decode(Double.self) / 1e6,
      end: try values.decode(Double.self) / 1e6, job: try values.decode(String.self),
      queue: try values.decode(String.self), outcome: try values.decodeIfPresent(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(row)
    try values.encode((start * 1e7).rounded() / 10)
    try values.encode((end * 1e7).rounded() / 10)
    try values.encode(job)
    try values.encode(queue)
    if let outcome { try values.encode(outcome) } else { try values.encodeNil() }
  }
}

extension WorkerTimeline {
  /// The timeline as lanes: one for each worker, and one for each queue that was suspended.
  var timeline: Timeline {
    // Positions depend only on the time.
    func moment(_ time: Double) -> Timeline.Moment { Timeline.Moment(time: time, turn: 0) }
    let queues = Dictionary(grouping: suspensions, by: \.queue).sorted { $0.key < $1.key }
    let pauses = queues.map { queue, own in
      Timeline.Lane(
        "\(queue), suspended",
        bars: own.map { Timeline.Bar(.suspended, from: moment($0.start), to: moment($0.end), label: queue) })
    }
    let workers = rows.enumerated().map { row, name in
      Timeline.Lane(
        name,
        bars: bars.filter { $0.row == row }.sorted { $0.start < $1.start }.map { bar in
          Timeline.Bar(
            bar.isCancelled ? .cancelled : .running, from: moment(bar.start), to: moment(bar.end),
            label: bar.outcome.map { "\(bar.job) (\($0))" } ?? "\(bar.job) (returned its thread)")
        })
    }
    return Timeline(lanes: pauses + workers)
  }

  /// Facts that the lanes don't show.
  public var notes: String {
    let failed = Set(bars.filter { $0.outcome?.hasPrefix("failed") == true }.map(\.photo))
    let cancelled = bars.filter(\.isCancelled)
    let idle = cancelled.count { failed.contains($0.photo) }
    var notes = ["one run, \(durationText(duration))"]
    if idle > 0 {
      notes.append("\(idle) had nothing to do because their photo had failed, and ended as cancelled")
    }
    if cancelled.count > idle { notes.append("\(cancelled.count - idle) ran and ended as cancelled") }
    if cancelledUnstarted > 0 { notes.append("\(cancelledUnstarted) cancelled before they ran") }
    return notes.joined(separator: ", ")
  }
}
