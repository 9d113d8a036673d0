import Foundation
import Measurement
import Workloads

extension CompareCommand {
  /// Runs the comparison.
  /// - Throws: `Shortage`, or `OutputError` if a requested file can't be written.
  func status() throws -> Int32 {
    try Resources.check()
    if let record { try OutputPlace(record, for: "the record").check() }
    if let report { try OutputPlace(report, for: "the report").check() }
    let comparison = ComparisonRun(
      runs: runs, seed: sample.usedSeed, drawsTimelines: record != nil || report != nil)
    return Interrupts.during(stop: comparison.process.stop, leave: comparison.process.kill) {
      do { return try carryOut(comparison) } catch {
        comparison.clear()
        if case RunFailure.stopped = error {
          Terminal.error.say(
            "pipeline: interrupted before every engine had run once: there is nothing to compare\n")
          return ExitStatus.interrupted
        }
        Terminal.error.say("pipeline: \(error)\n")
        return ExitStatus.of(error) ?? ExitStatus.runFailed
      }
    }
  }

  /// Compares the engines, then prints and saves the result. After an interrupt, the result covers the runs that were
  /// completed until then, if any.
  /// - Throws: `RunFailure`, `InputError`, `OutputError`, `WebServerError`.
  private func carryOut(_ comparison: ComparisonRun) throws -> Int32 {
    let (result, report) = try compare(by: comparison)
    comparison.clear()
    try show(result, report, on: .text)
    if let runs = comparison.interruptedAfter {
      let kept = record != nil || self.report != nil ? ": nothing was written" : ""
      Terminal.error.say(
        "pipeline: interrupted after \(runs) of \(counted(self.runs, "run")) of each engine\(kept)\n")
      return ExitStatus.interrupted
    }
    if let record { try write(result.json(isCompact: true), to: record, for: "the record") }
    if let path = self.report { try write(Data(report.page.utf8), to: path, for: "the report") }
    return ExitStatus.success
  }

  private func compare(by comparison: ComparisonRun) throws -> (Record<Comparison>, Report) {
    let runners = engines?.names.compactMap(JobRunner.init(rawValue:))
    let record: Record<Comparison>
    var note: String?
    switch workload {
    case .photos(let photos):
      let runner = try WorkloadRunner(photos, list: list, sample, options: rest, process: comparison.process)
      record = try comparison.compare(runner, engines?.names ?? Self.engineNames)
    case .graph(let file):
      let runners = runners ?? JobRunner.graphRunners
      let graph = try readGraph(file)
      record = try comparison.compareJobs(graph, runners, isFull: false)
      note = graphSummary(graph, file, runners)
    case .jobs: record = try comparison.compareJobs(nil, runners ?? JobRunner.usual, isFull: full)
    }
    var report = record.report
    if let note { report.notes.append(note) }
    report.changes = try earlier().map(record.changes(since:)) ?? []
    return (record, report)
  }

  private func readGraph(_ file: String) throws -> JobGraph {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch CocoaError.fileReadNoSuchFile {
      let names = Choice.names.joined(separator: ", ")
      throw InputError("“\(oneLine(file))” is neither a workload (\(names)) nor a file with jobs")
    } catch {
      throw InputError("“\(oneLine(file))” cannot be read: \(error.systemReason)")
    }
    do { return try JobGraph(lines: data) } catch {
      throw InputError(
        "“\(oneLine(file))” cannot be replayed: \(error); see “Your own jobs” in Comparison/README.md")
    }
  }

  private func graphSummary(_ graph: JobGraph, _ file: String, _ runners: [JobRunner]) -> String {
    let edges = graph.jobs.reduce(0) { $0 + $1.after.count }
    let run = graph.jobs.reduce(0) { $0 + $1.run }
    let queues = graph.queues.map { "\(oneLine($0.name)) (width \($0.width))" }.joined(separator: ", ")
    var text =
      "\(oneLine(file)): \(counted(graph.jobs.count, "job")), \(counted(edges, "dependency", "dependencies")), "
      + "on \(queues); \(shortDurationText(run)) of work in all."
    let unlimited = runners.filter { $0 == .dispatch || $0 == .taskGroup }.map(\.rawValue)
    if !unlimited.isEmpty { text += " \(unlimited.joined(separator: " and ")): no width, no priorities." }
    return text
  }

  private func show(_ record: Record<Comparison>, _ report: Report, on terminal: Terminal) throws {
    if json {
      var record = record
      record.scenes = nil
      return Terminal.output.write(String(decoding: try record.json(isCompact: false), as: UTF8.self))
    }
    terminal.say(report.text(terminal.style, width: terminal.isInteractive ? terminal.size.columns : .max))
  }

  private func write(_ data: Data, to path: String, for what: String) throws {
    try OutputPlace(path, for: what).write(data)
    Terminal.error.write("written: \(oneLine(path))\n")
  }
}
