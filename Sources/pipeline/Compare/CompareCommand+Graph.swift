import Foundation
import Measurement
import Workloads

extension CompareCommand {
  /// A job graph of the user's, replayed by each runner by turns.
  func compareGraph(
    _ file: String, _ runners: [JobRunner], with process: FreshProcess, _ progress: CompareProgress
  ) throws -> CompareResult {
    let graph = try readGraph(file)
    let rate = SpinRate.measured()
    // Every run replays what was checked, even if the file changes meanwhile.
    let folder = try TemporaryFolder()
    let copy = folder.output.file("graph.jsonl")
    try graph.lines().write(to: URL(fileURLWithPath: copy))
    func run(_ runner: JobRunner) throws -> [Figure: Double] {
      let arguments = ["run-graph", runner.rawValue, copy, "\(rate.perNanosecond)"]
      var figures = try process.run(RunFigures.self, arguments).compared
      // Nothing runs on the queue that is watched for stalls.
      figures[.longestStall] = nil
      return figures
    }
    let steps = runners.enumerated().map { column, runner in
      ComparePlan.Step(runner.rawValue, column: column) { try run(runner) }
    }
    let result = try ComparePlan(warmUps: steps, steps: steps)
      .carryOut(blocks: runs, seed: sample.seed, progress)
    let record = Record(Comparison(workload: "jobs", engines: runners.map(\.rawValue), result))
    return CompareResult(
      record, note: words(graph, file, runners), changes: try earlier().map(record.changes(since:)),
      interruptedAfter: result.interruptedAfter)
  }

  private func readGraph(_ file: String) throws -> JobGraph {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
      throw InputError("“\(oneLine(file))” cannot be read: \(error.localizedDescription)")
    }
    do { return try JobGraph(lines: data) } catch {
      throw InputError(
        "“\(oneLine(file))” cannot be replayed: \(error); see “Your own jobs” in Comparison/README.md")
    }
  }

  private func words(_ graph: JobGraph, _ file: String, _ runners: [JobRunner]) -> String {
    let edges = graph.jobs.reduce(0) { $0 + $1.after.count }
    let run = graph.jobs.reduce(0) { $0 + $1.run }
    let queues = graph.queues.map { "\(oneLine($0.name)) (width \($0.width))" }.joined(separator: ", ")
    var text =
      "\(oneLine(file)): \(counted(graph.jobs.count, "job")), \(counted(edges, "dependency", "dependencies")), "
      + "on \(queues); \(secondsInWords(run)) of work in all."
    let unlimited = runners.filter { $0 == .dispatch || $0 == .taskGroup }.map(\.rawValue)
    if !unlimited.isEmpty { text += " \(unlimited.joined(separator: " and ")): no width, no priorities." }
    return text
  }
}
