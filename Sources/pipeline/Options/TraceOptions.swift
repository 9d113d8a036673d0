import ArgumentParser
import Foundation
import Measurement
import Workloads

struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write what every thread, photo and queue did, for Perfetto (ui.perfetto.dev) or chrome://tracing.",
      valueName: "file.json"))
  var trace: String?

  @Option(help: ArgumentHelp("Write the same as lines of JSON, one an event.", valueName: "file.jsonl"))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Write the jobs that ran, to be replayed by “pipeline compare --workload”.", valueName: "file.jsonl"))
  var recordJobs: String?

  func validate() throws {
    try refuseEmpty(trace, of: "--trace")
    try refuseEmpty(events, of: "--events")
    try refuseEmpty(recordJobs, of: "--record-jobs")
  }

  /// Nil when nobody asked for one: then nothing is recorded.
  /// - Throws: `OutputError`, when there is no place for the files: better known before the run than after it.
  func makeLog() throws -> TraceLog? {
    for path in [trace, events, recordJobs].compactMap({ $0 }) {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
        throw TraceOptions.error(path, "there is no folder “\(oneLine(folder))”")
      }
      guard access(folder, W_OK | X_OK) == 0 else {
        throw TraceOptions.error(path, "no permission to write into “\(oneLine(folder))”")
      }
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        throw TraceOptions.error(path, "it is a folder")
      }
    }
    return trace == nil && events == nil && recordJobs == nil ? nil : TraceLog()
  }

  /// Writes what was asked for; complains on standard error when it cannot.
  /// - Returns: the exit status: `status`, unless something could not be written.
  func write(_ log: TraceLog?, engine: String, status: Int32) -> Int32 {
    log.map { write([(engine, $0)], status: status) } ?? status
  }

  func write(_ runs: [(engine: String, log: TraceLog)], status: Int32) -> Int32 {
    do {
      if let trace { try Self.write(ChromeTrace(runs).json(), to: trace) }
      if let events { try Self.write(EventLines(runs).json(), to: events) }
      if let recordJobs, let (_, log) = runs.first {
        try Self.write(RecordedGraph(log).graph.lines(), to: recordJobs)
      }
      return status
    } catch {
      Terminal.error.write("pipeline: \(error)\n")
      return ExitStatus.cannotWrite
    }
  }

  private static func write(_ data: Data, to path: String) throws {
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Self.error(path, error.localizedDescription)
    }
  }

  private static func error(_ path: String, _ reason: String) -> OutputError {
    OutputError(
      "cannot write the trace “\(oneLine(path))”: \(reason)", .otherwise("name another file"), isFatal: true)
  }
}
