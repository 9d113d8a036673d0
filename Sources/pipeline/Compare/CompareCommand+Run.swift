import Measurement
import Workloads

extension CompareCommand {
  func run() throws { try ExitStatus.exit { try runCompare() } }

  /// - Returns: the exit status.
  /// - Throws: `Shortage`; `OutputError`, when what was asked for cannot be written.
  private func runCompare() throws -> Int32 {
    try Resources.check()
    let place = record ? try RecordPlace(for: CompareRecord.mark(workload.name)) : nil
    if let report { try OutputPlace.check(report, for: "the report") }
    let process = FreshProcess()
    let interrupts = Interrupts(stop: { process.stop() }, leave: { process.kill() })
    defer { withExtendedLifetime(interrupts) {} }
    let progress = CompareProgress(.error)
    do {
      let result = try compare(with: process, progress)
      progress.clear()
      result.show(asJSON: json, on: .output)
      if let runs = result.interruptedAfter {
        let kept = place != nil || report != nil ? ": nothing was written" : ""
        Terminal.error.say(
          "pipeline: interrupted after \(runs) of \(counted(self.runs, "run")) of each engine\(kept)\n")
        return ExitStatus.interrupted
      }
      try result.write(to: place, report: report)
      return ExitStatus.success
    } catch FreshProcess.Failure.stopped {
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
  /// - Throws: `FreshProcess.Failure`, `RunFailure`, `InputError`, `OutputError`, `WebServerError`.
  private func compare(with process: FreshProcess, _ progress: CompareProgress) throws -> CompareRecord {
    let runners = engines?.names.compactMap(JobRunner.init(rawValue:))
    switch workload {
    case .photos(let photos):
      return try compare(photos, engines?.names ?? Self.usualEngineNames, with: process, progress)
    case .jobs: return try compareJobs(runners ?? JobRunner.usual, with: process, progress)
    case .graph(let file):
      return try compareGraph(file, runners ?? JobRunner.graphRunners, with: process, progress)
    }
  }
}
