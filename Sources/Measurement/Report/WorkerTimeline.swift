import Foundation

/// What every worker did when, in one run or a part of it: for drawing. All times are seconds since its first event.
public struct WorkerTimeline: Codable, Sendable, Equatable {
  /// A body that ran on a thread, or that went on after it had given its thread back.
  public struct Bar: Sendable, Equatable {
    public let row: Int
    public let start: Double
    public let end: Double
    public let job: String
    public let queue: String
    /// “finished”, “failed: not found (404)”, “cancelled”; nil where the body only gave back its thread.
    public let outcome: String?

    public init(row: Int, start: Double, end: Double, job: String, queue: String, outcome: String?) {
      (self.row, self.start, self.end) = (row, start, end)
      (self.job, self.queue, self.outcome) = (job, queue, outcome)
    }

    /// What the job is about.
    public var photo: String { job.split(separator: " ", maxSplits: 1).last.map(String.init) ?? job }
    public var isCancelled: Bool { outcome == "cancelled" }
  }

  /// A queue that started nothing.
  public struct Suspension: Codable, Sendable, Equatable {
    public let queue: String
    public let start: Double
    public let end: Double
  }

  public let engine: String
  /// Names of the rows: threads first, then transfers and others that hold no thread.
  public let rows: [String]
  public let bars: [Bar]
  public let suspensions: [Suspension]
  /// Jobs that were cancelled before they ran.
  public let cancelledUnstarted: Int
  public let duration: Double

  /// Takes bodies that each ran on one thread to its end.
  init(engine: String, rows: [String], bars: [Bar]) {
    (self.engine, self.rows, self.bars) = (engine, rows, bars)
    (suspensions, cancelledUnstarted) = ([], 0)
    duration = bars.map(\.end).max() ?? 0
  }

  /// - Parameter events: what `--events` wrote, an object a line.
  /// - Throws: `DecodingError`, when it is something else.
  public init(engine: String, events data: Data) throws {
    let decoder = JSONDecoder()
    let events = try data.split(separator: 0x0A).map { try decoder.decode(EventLine.self, from: Data($0)) }
    self.engine = engine
    var drawing = Drawing(start: events.first?.time ?? 0)
    for event in events { drawing.take(event) }
    drawing.close()
    (rows, bars) = drawing.placed
    suspensions = drawing.suspensions
    cancelledUnstarted = drawing.cancelledUnstarted
    duration = drawing.now
  }

  /// A body, while it goes on.
  private struct Body {
    let name: String
    let queue: String
    let thread: UInt64
    let start: Double
    /// Since it gave its thread back.
    var returned: Double?
  }

  /// The drawing, as far as the events have been read.
  private struct Drawing {
    let start: UInt64
    var now = 0.0
    var suspensions: [Suspension] = []
    var cancelledUnstarted = 0
    private var running: [UInt64: Body] = [:]
    private var suspended: [String: Double] = [:]
    private var done: [(body: Body, end: Double, outcome: String)] = []

    init(start: UInt64) { self.start = start }

    mutating func take(_ event: EventLine) {
      now = Double(event.time - min(start, event.time)) / 1e9
      let queue = event.queue ?? ""
      switch event.event {
      case "running":
        guard let job = event.job else { return }
        running[job] = Body(name: event.name ?? "", queue: queue, thread: event.thread ?? 0, start: now)
      case "returned":
        if let job = event.job { running[job]?.returned = now }
      case "finished", "failed", "cancelled":
        guard let body = event.job.flatMap({ running.removeValue(forKey: $0) }) else {
          if event.event == "cancelled" { cancelledUnstarted += 1 }
          return
        }
        done.append((body, now, event.event + (event.error.map { ": \($0)" } ?? "")))
      case "suspended": suspended[queue] = suspended[queue] ?? now
      case "resumed":
        guard let start = suspended.removeValue(forKey: queue) else { return }
        suspensions.append(Suspension(queue: queue, start: start, end: now))
      default: break
      }
    }

    /// What was going on when the record ends goes on until then.
    mutating func close() {
      for body in running.values { done.append((body, now, "still running")) }
      for (queue, start) in suspended {
        suspensions.append(Suspension(queue: queue, start: start, end: now))
      }
      done.sort { $0.body.start < $1.body.start }
      suspensions.sort { $0.start < $1.start }
    }

    /// Threads have a row each; what holds none is put into the first row of its queue that is free.
    var placed: ([String], [Bar]) {
      var threads: [UInt64: Int] = [:]
      for item in done where threads[item.body.thread] == nil { threads[item.body.thread] = threads.count }
      var rows = (0..<threads.count).map { "thread \($0 + 1)" }
      var free: [String: [(row: Int, until: Double)]] = [:]
      var bars: [Bar] = []
      for (body, end, outcome) in done {
        func bar(_ row: Int, _ start: Double, _ end: Double, _ outcome: String?) -> Bar {
          Bar(row: row, start: start, end: end, job: body.name, queue: body.queue, outcome: outcome)
        }
        bars.append(
          bar(
            threads[body.thread] ?? 0, body.start, body.returned ?? end, body.returned == nil ? outcome : nil)
        )
        guard let returned = body.returned, end > returned else { continue }
        var lanes = free[body.queue] ?? []
        let lane = lanes.firstIndex { $0.until <= returned } ?? lanes.count
        if lane == lanes.count {
          rows.append("\(body.queue) \(lane + 1)")
          lanes.append((rows.count - 1, 0))
        }
        lanes[lane].until = end
        free[body.queue] = lanes
        bars.append(bar(lanes[lane].row, returned, end, outcome))
      }
      return (rows, bars)
    }
  }
}

/// In a record, a bar is an array: row, start and end in microseconds, job, queue, and what came of it. A run has
/// hundreds of them, and names for the values would be most of the record.
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
