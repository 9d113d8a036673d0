import ArgumentParser
import Foundation
import Measurement

struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write what every thread, photo and queue did, for Perfetto (ui.perfetto.dev) or chrome://tracing.",
      valueName: "file.json"))
  var trace: String?

  @Option(help: ArgumentHelp("Write the same as lines of JSON, one an event.", valueName: "file.jsonl"))
  var events: String?

  /// Nil when nobody asked for one: then nothing is recorded.
  func makeLog() -> TraceLog? { trace == nil && events == nil ? nil : TraceLog() }

  /// - Throws: `TraceFileError`.
  func write(_ log: TraceLog, engine: String) throws {
    if let trace { try write(ChromeTrace(log, engine: engine).json(), to: trace) }
    if let events { try write(EventLines(log).json(), to: events) }
  }

  private func write(_ data: Data, to path: String) throws {
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw TraceFileError(path: path, reason: error.localizedDescription)
    }
  }
}

struct TraceFileError: Error, CustomStringConvertible {
  let path: String
  let reason: String
  var description: String { "cannot write the trace “\(path)”: \(reason); choose another place" }
}
