import Foundation
import Imaging
import Measurement
import Transport

extension CompareCommand {
  /// A workload through each engine by turns: in each block once to its end, and once until it is cancelled.
  func compare(
    _ workload: ComparedWorkload, _ engines: [String], with process: FreshProcess, _ progress: CompareProgress
  ) throws -> CompareResult {
    let runner = try WorkloadRunner(workload, self, process: process)
    let columns = Array(engines.enumerated())
    let whole = columns.map { column, engine in
      ComparePlan.Step(engine, column: column) { try runner.run(engine) }
    }
    let cancelled = columns.map { column, engine in
      ComparePlan.Step(engine, column: column) {
        try runner.runCancelled(engine).map { [Figure.cancelToIdle: $0] } ?? [:]
      }
    }
    // The first one also makes the server paint its photos.
    let warmUps = whole.filter { !engines[..<$0.column].contains($0.name) }
    let result = try ComparePlan(warmUps: warmUps, steps: whole + (runner.canCancel ? cancelled : []))
      .carryOut(blocks: runs, seed: sample.seed, progress)
    var interruptedAfter = result.interruptedAfter
    var record = Record(
      Comparison(workload: workload.rawValue, engines: engines, result),
      versions: codecVersions.merging(["libcurl": curlVersion]) { own, _ in own })
    record.scenes = try timelines(progress, &interruptedAfter) { try scenes(engines, runner, progress) }
    return CompareResult(
      record, changes: try earlier().map(record.changes(since:)), interruptedAfter: interruptedAfter)
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
}

extension Comparison {
  /// - Parameter result: in which the figures of one block and column may come from several runs.
  init(workload: String, engines: [String], _ result: ComparePlan<[Figure: Double]>.Result) {
    var runs: [[Int]: Run] = [:]
    for (block, column, figures) in result.runs {
      let earlier = runs[[block, column]]?.figures ?? [:]
      runs[[block, column]] = Run(
        block: block, column: column, figures: earlier.merging(figures) { $1 })
    }
    self.init(
      workload: workload, engines: engines,
      runs: runs.values.sorted { ($0.block, $0.column) < ($1.block, $1.column) })
  }
}
