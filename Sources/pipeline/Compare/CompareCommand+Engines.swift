import Foundation
import Imaging
import Measurement
import Transport
import Workloads

extension CompareCommand {
  /// Runs a workload with each engine in turn: in each block once to its end, and once until it is cancelled.
  func compare(
    _ workload: ComparedWorkload, _ engines: [String], with process: FreshProcess, _ progress: CompareProgress
  ) throws -> CompareResult {
    let runner = try WorkloadRunner(workload, self, process: process)
    var (comparison, interruptedAfter) = try byTurns(
      workload.rawValue, engines, [runner.run] + (runner.canCancel ? [runner.runCancelled] : []), progress)
    var record = Record(
      comparison, versions: codecVersions.merging(["libcurl": curlVersion]) { own, _ in own })
    record.scenes = try timelines(progress, &interruptedAfter) { try scenes(engines, runner, progress) }
    return try result(record, interruptedAfter: interruptedAfter)
  }

  /// Has each runner in turn replay a job graph of the user's.
  func compareGraph(
    _ file: String, _ runners: [JobRunner], with process: FreshProcess, _ progress: CompareProgress
  ) throws -> CompareResult {
    let graph = try readGraph(file)
    let rate = SpinRate.measured()
    // Every run replays what was checked, even if the file changes meanwhile.
    let folder = try TemporaryFolder()
    let copy = folder.output.file("graph.jsonl")
    try graph.lines().write(to: URL(fileURLWithPath: copy))
    func run(_ runner: String) throws -> [Figure: Double] {
      let figures = try process.run(
        [Figure: Double].self, ["run-graph", runner, copy, "\(rate.perNanosecond)"])
      // Nothing runs on the queue that is watched for stalls.
      return figures.filter { $0.key != .longestStall }
    }
    let (comparison, interruptedAfter) = try byTurns("jobs", runners.map(\.rawValue), [run], progress)
    return try result(
      Record(comparison), notes: [words(graph, file, runners)], interruptedAfter: interruptedAfter)
  }

  /// - Parameter notes: further remarks on what was compared.
  private func result(
    _ record: Record<Comparison>, notes: [String] = [], interruptedAfter: Int?
  ) throws -> CompareResult {
    var report = record.report
    report.notes += notes
    report.changes = try earlier().map(record.changes(since:))
    return CompareResult(record: record, report: report, interruptedAfter: interruptedAfter)
  }

  /// - Parameter runs: of each engine in each block; together they give the figures of one.
  private func byTurns(
    _ workload: String, _ engines: [String], _ runs: [(_ engine: String) throws -> [Figure: Double]],
    _ progress: CompareProgress
  ) throws -> (Comparison, interruptedAfter: Int?) {
    let steps = runs.flatMap { run in
      engines.enumerated().map { column, engine in
        CompareStep(name: engine, column: column) { try run(engine) }
      }
    }
    // The first one also has the server paint its photos.
    let warmUps = steps.prefix(engines.count).filter { !engines[..<$0.column].contains($0.name) }
    let result = try carryOut(
      steps, warmUps: warmUps, blocks: self.runs, seed: sample.seed, progress)
    return (Comparison(workload: workload, engines: engines, results: result.runs), result.interruptedAfter)
  }

  /// Runs that are watched, and counted nowhere.
  private func scenes(
    _ engines: [String], _ runner: WorkloadRunner, _ progress: CompareProgress
  ) throws -> [Scene] {
    func scene(_ title: String, isCancelled: Bool) throws -> Scene {
      let timelines = try engines.map { engine in
        progress.say("the timelines: \(engine)")
        return try named("the watched run of \(engine)") {
          try runner.watch(engine, isCancelled: isCancelled)
        }
      }
      return Scene(title: title, timelines: timelines)
    }
    let whole = try scene(
      "What every worker did: one run of each engine, after those that were measured", isCancelled: false)
    guard runner.canCancel else { return [whole] }
    return [whole, try scene("The same for one run that was interrupted half-way", isCancelled: true)]
  }

  /// Makes the runs that are watched after those that are measured, where they are shown. If one of them fails, there are none, and
  /// what was measured is kept.
  func timelines(
    _ progress: CompareProgress, _ interruptedAfter: inout Int?, _ watch: () throws -> [Scene]
  ) throws -> [Scene]? {
    guard interruptedAfter == nil, record != nil || report != nil else { return nil }
    do { return try watch() } catch RunFailure.stopped {
      interruptedAfter = runs
    } catch {
      progress.clear()
      Terminal.error.say("pipeline: there are no timelines: \(error)\n")
    }
    return nil
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
