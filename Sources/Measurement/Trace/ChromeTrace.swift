import Foundation

/// A trace in the Chrome trace event format, which Perfetto and chrome://tracing open.
///
/// A process for each engine. In it, a track for each thread with the bodies that it ran; a track for each photo, and for
/// each queue with the spans for which it was suspended; arrows from a prerequisite to what waited for it; counters of
/// jobs, threads and memory.
/// Source: “Trace Event Format”, the document that the Chromium project publishes.
///
/// Read by Perfetto's own trace processor (52.0): no errors, and the same figures as the lines of `eventLines` give, times
/// to the nanosecond. `Comparison/Traces/check` compares them.
///
/// - Parameter runs: what each engine did, on one clock; engines' names become the processes'.
public func chromeTrace(_ runs: [(engine: String, log: TraceLog)]) throws -> Data {
  struct File: Encodable {
    let traceEvents: [ChromeTraceEntry]
    let displayTimeUnit = "ms"
  }
  let records = runs.map { $0.log.recorded }
  let start = records.compactMap { $0.start }.min() ?? 0
  let entries = zip(runs, records).enumerated().flatMap { index, run in
    ChromeProcess(run.1, engine: run.0.engine, number: index + 1, start: start).entries
  }
  // Readers of a stream need the order of time. Stable, so that events of the same moment keep their order.
  let order = entries.indices.sorted { (entries[$0].ts ?? -1, $0) < (entries[$1].ts ?? -1, $1) }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.withoutEscapingSlashes]
  return try encoder.encode(File(traceEvents: order.map { entries[$0] }))
}

extension TraceLog.Record {
  /// The time of the first of all that was recorded.
  var start: UInt64? {
    [events.first?.time, photos.map(\.time).min(), samples.first?.time].compactMap { $0 }.min()
  }

  var end: UInt64? {
    [events.last?.time, photos.map(\.time).max(), samples.last?.time].compactMap { $0 }.max()
  }
}

/// One event of the Chrome trace event format. Times are in microseconds; what a kind of event does not have is left out.
struct ChromeTraceEntry: Encodable {
  var name: String
  /// The kind: M metadata, X a slice from its begin to its end, b, e and n the begin and the end of an asynchronous span
  /// and a moment in it, s and f an arrow, C a counter.
  var ph: String
  var cat: String?
  var ts: Double?
  var dur: Double?
  var pid: Int
  var tid: Int
  /// Identifies an arrow across processes.
  var id: String?
  /// Identifies an asynchronous span within its process.
  var id2: LocalID?
  /// An arrow ends at the slice that surrounds it.
  var bp: String?
  var args: Arguments?

  struct LocalID: Encodable { var local: String }

  enum Arguments: Encodable {
    case texts([String: String])
    case counts([String: Double])
    case position(Int)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .texts(let texts): try container.encode(texts)
      case .counts(let counts): try container.encode(counts)
      case .position(let index): try container.encode(["sort_index": index])
      }
    }
  }
}
