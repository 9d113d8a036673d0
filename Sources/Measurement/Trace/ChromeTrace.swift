import Foundation

/// A trace in the Chrome trace event format, which Perfetto and chrome://tracing open.
///
/// A process for each engine. In it, a track for each thread with the bodies that it ran; a track for each photo, and for
/// each queue with the spans for which it was suspended; arrows from a prerequisite to what waited for it; counters of
/// jobs, threads and memory.
/// Source: “Trace Event Format”, the document that the Chromium project publishes.
///
/// Read by Perfetto's own trace processor (52.0): no errors, and the same figures as the lines of `EventLines` give, times
/// to the nanosecond. `Comparison/Traces/check` compares them.
public struct ChromeTrace {
  private var entries: [ChromeTraceEntry] = []

  /// - Parameter runs: what each engine did, on one clock; engines' names become the processes'.
  public init(_ runs: [(engine: String, log: TraceLog)]) {
    let records = runs.map { $0.log.recorded }
    let start = records.compactMap { $0.start }.min() ?? 0
    for (index, run) in zip(runs, records).enumerated() {
      entries += ChromeProcess(run.1, engine: run.0.engine, number: index + 1, start: start).entries
    }
    // Readers of a stream need the order of time. Stable, so that events of the same moment keep their order.
    let order = entries.indices.sorted { (entries[$0].ts ?? -1, $0) < (entries[$1].ts ?? -1, $1) }
    entries = order.map { entries[$0] }
  }

  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return try encoder.encode(File(traceEvents: entries, displayTimeUnit: "ms"))
  }

  private struct File: Encodable {
    let traceEvents: [ChromeTraceEntry]
    let displayTimeUnit: String
  }
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
