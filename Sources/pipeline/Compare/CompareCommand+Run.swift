import Foundation
import Measurement
import Workloads

/// The outcome of a comparison.
struct CompareResult {
  let record: any ComparisonRecord
  let report: Report
  /// How many runs of each were complete when the comparison was interrupted; nil when it was not.
  let interruptedAfter: Int?
}

extension CompareCommand {
  /// - Throws: `Shortage`; `OutputError`, when what was asked for cannot be written.
  func status() throws -> Int32 {
    try Resources.check()
    if let record { try OutputPlace.check(record, for: "the record") }
    if let report { try OutputPlace.check(report, for: "the report") }
    let process = FreshProcess()
    let interrupts = Interrupts(stop: { process.stop() }, leave: { process.kill() })
    defer { withExtendedLifetime(interrupts) {} }
    let progress = CompareProgress()
    do {
      let result = try compare(with: process, progress)
      progress.clear()
      try show(result, on: .output)
      if let runs = result.interruptedAfter {
        let kept = record != nil || report != nil ? ": nothing was written" : ""
        Terminal.error.say(
          "pipeline: interrupted after \(runs) of \(counted(self.runs, "run")) of each engine\(kept)\n")
        return ExitStatus.interrupted
      }
      if let record { try write(result.record.json(isCompact: true), to: record, for: "the record") }
      if let report { try write(Data(result.report.html().utf8), to: report, for: "the report") }
      return ExitStatus.success
    } catch RunFailure.stopped {
      progress.clear()
      Terminal.error.say(
        "pipeline: interrupted before every engine had run once: there is nothing to compare\n")
      return ExitStatus.interrupted
    } catch {
      progress.clear()
      Terminal.error.say("pipeline: \(error)\n")
      return ExitStatus.of(error) ?? ExitStatus.runFailed
    }
  }

  /// When interrupted, what has been compared until then is the result, if there is any.
  /// - Throws: `RunFailure`, `InputError`, `OutputError`, `WebServerError`.
  private func compare(with process: FreshProcess, _ progress: CompareProgress) throws -> CompareResult {
    let runners = engines?.names.compactMap(JobRunner.init(rawValue:))
    switch workload {
    case .photos(let photos):
      return try compare(photos, engines?.names ?? Self.usualEngineNames, with: process, progress)
    case .jobs: return try compareJobs(runners ?? JobRunner.usual, with: process, progress)
    case .graph(let file):
      return try compareGraph(file, runners ?? JobRunner.graphRunners, with: process, progress)
    }
  }

  private func show(_ result: CompareResult, on terminal: Terminal) throws {
    if json {
      var record = result.record
      record.scenes = nil
      return terminal.write(String(decoding: try record.json(isCompact: false), as: UTF8.self))
    }
    let style = Style(usesColor: terminal.usesColor)
    terminal.say(result.report.text(style, width: terminal.isInteractive ? terminal.size.columns : .max))
  }

  private func write(_ data: Data, to path: String, for what: String) throws {
    try OutputPlace.write(data, to: path, for: what)
    Terminal.error.write("written: \(oneLine(path))\n")
  }
}
