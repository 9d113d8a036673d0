import Foundation
import Imaging
import Measurement
import Transport
import Workloads

extension ComparisonRun {
  /// Runs a workload with each engine. Each block contains one complete run of every engine and, if possible, a
  /// second run that is cancelled.
  func compare(_ runner: WorkloadRunner, _ engines: [String]) throws -> Record<Comparison> {
    var comparison = try byTurns(
      runner.workload.rawValue, engines, [runner.run] + (runner.canCancel ? [runner.runCancelled] : []))
    comparison.apiCalls = engines.compactMap { runner.calls[$0] }
    var record = Record(
      comparison, arguments: withoutSecrets(CommandLine.arguments),
      versions: codecVersions.merging(["libcurl": curlVersion]) { own, _ in own })
    record.scenes = timelines { try scenes(engines, runner) }
    return record
  }

  /// Measures the engines in shuffled blocks.
  /// - Parameter runs: The runs that each engine makes in each block. Their figures are merged into one result.
  func byTurns(
    _ workload: String, _ engines: [String], _ runs: [(_ engine: String) throws -> [Figure: Double]]
  ) throws -> Comparison {
    let steps = runs.flatMap { run in
      engines.enumerated().map { column, engine in Step(name: engine, column: column) { try run(engine) } }
    }
    let warmUps = steps.prefix(engines.count).filter { !engines[..<$0.column].contains($0.name) }
    return Comparison(
      workload: workload, engines: engines, results: try carryOut(steps, warmUps: warmUps))
  }

  /// Records the timelines of extra runs, which don't count as measurements.
  private func scenes(_ engines: [String], _ runner: WorkloadRunner) throws -> [Scene] {
    func scene(_ title: String, isCancelled: Bool) throws -> Scene {
      let timelines = try engines.map { engine in
        try attempt("the watched run of \(engine)", "the timelines: \(engine)") {
          try runner.watch(engine, isCancelled: isCancelled)
        }
      }
      return Scene(title: title, timelines: timelines)
    }
    let whole = try scene(
      "What every worker did: one run of each engine, after those that were measured", isCancelled: false)
    guard runner.canCancel else { return [whole] }
    return [whole, try scene("The same for one run that was interrupted halfway", isCancelled: true)]
  }
}
