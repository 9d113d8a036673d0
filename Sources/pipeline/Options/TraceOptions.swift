import ArgumentParser
import Foundation
import Measurement
import Workloads

struct TraceOptions: ParsableArguments {
  /// The title in the help.
  static let title = "Traces"

  @Option(
    help: .about(
      "Write a trace of all threads, photos and queues for Perfetto (ui.perfetto.dev) or chrome://tracing.",
      "file.json"),
    completion: .file())
  var trace: String?

  @Option(
    help: .about("Write the same trace as JSON, one event per line.", "file.jsonl"), completion: .file())
  var events: String?

  @Option(
    help: .about("Write the jobs that ran, for replay with “pipeline compare --workload”.", "file.jsonl"),
    completion: .file())
  var recordJobs: String?

  func validate() throws {
    try refuseEmpty(trace, of: "--trace")
    try refuseEmpty(events, of: "--events")
    try refuseEmpty(recordJobs, of: "--record-jobs")
  }

  /// Returns a new log, or nil if no file was requested. The paths are checked here, before the run.
  /// - Throws: `OutputError`, if a file can't be written.
  func makeLog() throws -> TraceLog? {
    for path in paths { try OutputPlace(path, for: "the trace").check() }
    return isUsed ? .ofWorkload() : nil
  }

  var outputs: [NamedFile] {
    [NamedFile("--trace", trace), NamedFile("--events", events), NamedFile("--record-jobs", recordJobs)]
      .compactMap(\.self)
  }

  var isUsed: Bool { !paths.isEmpty }

  private var paths: [String] { outputs.map(\.path) }

  /// Writes the requested files. Reports a failure on standard error.
  /// - Returns: `status`, or `ExitStatus.cannotWrite` if writing failed.
  func write(_ runs: [(engine: String, log: TraceLog)], status: Int32) -> Int32 {
    do {
      if let trace { try OutputPlace(trace, for: "the trace").write(chromeTrace(runs)) }
      if let events { try OutputPlace(events, for: "the trace").write(eventLines(runs)) }
      if let recordJobs, let (_, log) = runs.first {
        try OutputPlace(recordJobs, for: "the jobs").write(JobGraph(log).lines())
      }
      for path in paths where Terminal.error.isInteractive {
        Terminal.error.write("written: \(oneLine(path))\n")
      }
      return status
    } catch {
      report(error)
      return ExitStatus.cannotWrite
    }
  }
}

extension TraceLog {
  /// Returns a log for a run of a workload, which names the states of its photos.
  static func ofWorkload() -> TraceLog { TraceLog { QueueName(rawValue: $0)?.photoStates } }
}
