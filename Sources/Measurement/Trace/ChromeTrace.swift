import Foundation

/// Returns a trace in the Chrome trace event format, which Perfetto and chrome://tracing can open.
///
/// Each engine is a process with these parts:
/// - a track per thread, with the bodies that it ran
/// - a track per photo
/// - a track per queue, with the periods in which it was suspended
/// - arrows from prerequisites to their dependents
/// - counters of jobs, threads and memory
///
/// The format is described in “Trace Event Format”, published by the Chromium project. Perfetto's trace processor
/// (52.0) reads these traces without errors, and gets the same figures as from `eventLines`, with times to the
/// nanosecond. `Comparison/Traces/check` compares them.
///
/// - Parameter runs: The log of each engine, all with the same clock. Processes are named after the engines.
public func chromeTrace(_ runs: [(engine: String, log: TraceLog)]) throws -> Data {
  struct File: Encodable {
    let traceEvents: [ChromeTraceEvent]
    let displayTimeUnit = "ms"
  }
  let records = runs.map { $0.log.recorded }
  let start = records.compactMap { $0.start }.min() ?? 0
  let entries = zip(runs, records).enumerated().flatMap { index, run in
    ChromeProcess(run.1, engine: run.0.engine, number: index + 1, start: start).entries
  }
  // Streaming readers need events in order of time. The sort is stable, so simultaneous events keep their order.
  let order = entries.indices.sorted { (entries[$0].ts ?? -1, $0) < (entries[$1].ts ?? -1, $1) }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.withoutEscapingSlashes]
  return try encoder.encode(File(traceEvents: order.map { entries[$0] }))
}

extension TraceLog.Record {
  /// The time of the first recorded event, photo or sample.
  var start: UInt64? { times.min() }
  var end: UInt64? { times.max() }

  private var times: [UInt64] { events.map(\.time) + photos.map(\.time) + samples.map(\.time) }
}

/// An event in the Chrome trace event format. Times are in microseconds. Fields that don't apply are left out.
struct ChromeTraceEvent: Encodable {
  var name: String
  var ph: Phase
  var cat: String?
  var ts: Double?
  var dur: Double?
  var pid: Int
  var tid: Int
  /// The identifier of an arrow, which is unique across processes.
  var id: String?
  /// The identifier of an asynchronous span within its process.
  var id2: [String: String]?
  /// The binding point “e”, which lets an arrow end at the enclosing slice.
  var bp: String?
  var args: Arguments?

  enum Phase: String, Encodable {
    case metadata = "M"
    /// A complete slice.
    case slice = "X"
    /// The start of an asynchronous span.
    case spanStart = "b"
    case spanEnd = "e"
    case spanInstant = "n"
    case arrowStart = "s"
    case arrowEnd = "f"
    case counter = "C"
  }

  enum Arguments: Encodable {
    case texts([String: String])
    case counts([String: Double])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .texts(let texts): try container.encode(texts)
      case .counts(let counts): try container.encode(counts)
      }
    }
  }
}
