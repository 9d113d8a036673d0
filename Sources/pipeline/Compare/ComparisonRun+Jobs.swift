import Foundation
import Measurement
import Workloads

extension ComparisonRun {
  /// The number of runs per runner whose timelines are recorded.
  private static let watched = 21
  /// The number of jobs drawn per runner.
  private static let drawn = 40

  /// Runs loads of jobs, or replays a graph, with each runner.
  /// - Parameters:
  ///   - graph: The graph, or nil for loads.
  ///   - isFull: Whether to run every combination of loads rather than the usual selection.
  func compareJobs(
    _ graph: JobGraph?, _ runners: [JobRunner], isFull: Bool
  ) throws -> Record<Comparison> {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let rate = SpinRate.measured()
    var loads: [JobLoad]?
    if graph == nil {
      loads = isFull ? JobPlan.full(cores: cores) : JobPlan.usual(cores: cores)
    }
    // Every run replays this checked copy, even if the user's file changes in the meantime.
    let folder = try TemporaryFolder()
    let copy = folder.output.file("graph.jsonl")
    try graph?.lines().write(to: URL(fileURLWithPath: copy))
    // Once a runner has taken too long for a load, it no longer runs that load.
    var tooSlow: Set<Int> = []
    let steps = (loads?.map { $0 } ?? [nil]).enumerated().flatMap { index, load in
      runners.enumerated().map { place, runner in
        let column = index * runners.count + place
        return Step(name: runner.rawValue + (load.map { " with \($0.words)" } ?? ""), column: column) {
          guard !tooSlow.contains(column) else { return [:] }
          do {
            let arguments = self.arguments(runner, try load?.argument ?? copy, rate)
            // Nothing runs on the queue that is watched for stalls.
            return try self.process.run([Figure: Double].self, arguments).filter { $0.key != .longestStall }
          } catch RunFailure.tooSlow {
            tooSlow.insert(column)
            return [:]
          }
        }
      }
    }
    // Each block covers all loads, so that other work on the machine affects all of them equally.
    let results = try carryOut(steps, warmUps: steps).filter { !tooSlow.contains($0.column) }
    var record = Record(
      Comparison(
        workload: "jobs", engines: runners.map(\.rawValue), loads: loads, cores: loads.map { _ in cores },
        results: results))
    if graph == nil { record.scenes = timelines { try jobScenes(runners, cores, rate) } }
    return record
  }

  private func arguments(_ runner: JobRunner, _ jobs: String, _ rate: SpinRate) -> [String] {
    ["run-jobs", runner.rawValue, jobs, "--rate", "\(rate.perNanosecond)"]
  }

  /// Records the timelines of extra runs, which don't count as measurements. Only a few jobs are drawn, so that the
  /// gaps between them remain visible.
  private func jobScenes(_ runners: [JobRunner], _ cores: Int, _ rate: SpinRate) throws -> [Scene] {
    try [JobLoad.Shape.independent, .chain].map { shape in
      let load = JobLoad(shape: shape, count: 1000, width: cores, length: 10_000)
      let timelines = try runners.map { runner in
        let arguments = try arguments(runner, load.argument, rate) + ["--watch", "\(Self.drawn)"]
        // The median of several runs, because a single run depends on which threads happen to be awake.
        let runs = try attempt("a watched run of \(runner.rawValue)", "the timelines: \(runner.rawValue)") {
          try (0..<Self.watched).map { _ in try process.run(WorkerTimeline.self, arguments) }
        }
        return runs.sorted { $0.duration < $1.duration }[Self.watched / 2]
      }
      let kind = shape == .chain ? "chained" : "independent"
      let count = numeral(Double(load.count), decimals: 0)
      return Scene(
        title: "What every thread did: \(Self.drawn) of \(count) \(kind) jobs of "
          + "\(nanosecondText(load.length)), in the middle of the median run of \(Self.watched)",
        timelines: timelines)
    }
  }
}

extension JobLoad {
  /// The load as an argument of `run-jobs`.
  fileprivate var argument: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}
