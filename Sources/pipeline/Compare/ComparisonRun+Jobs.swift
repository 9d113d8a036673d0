import Foundation
import Measurement

extension ComparisonRun {
  /// The number of runs per runner whose timelines are recorded.
  private static let watched = 21
  /// The number of jobs drawn per runner.
  private static let drawn = 40

  /// Runs loads of jobs with each runner.
  /// - Parameter isFull: Whether to run every combination of loads rather than the usual selection.
  func compareJobs(_ runners: [JobRunner], isFull: Bool) throws -> Record<JobComparison> {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let rate = SpinRate.measured()
    let loads = isFull ? JobPlan.full(cores: cores, rate: rate) : JobPlan.usual(cores: cores, rate: rate)
    // Once a runner has taken too long for a load, it no longer runs that load.
    var isTooSlow = Array(repeating: false, count: loads.count * runners.count)
    let steps = loads.enumerated().flatMap { index, load in
      runners.enumerated().map { place, runner in
        let column = index * runners.count + place
        return Step<JobTiming?>(name: "\(runner.rawValue) with \(load.words)", column: column) {
          guard !isTooSlow[column] else { return nil }
          do {
            let arguments = try RunJobsCommand.arguments(runner, load)
            return try self.process.run(JobTiming.self, arguments)
          } catch RunFailure.tooSlow {
            isTooSlow[column] = true
            return nil
          }
        }
      }
    }
    // Each block covers all loads, so that other work on the machine affects all of them equally.
    let timings = try carryOut(steps, warmUps: steps).compactMap { _, column, timing in
      isTooSlow[column] ? nil : timing.map { (column, $0) }
    }
    var record = Record(JobComparison(loads, runners, cores: cores, timings: timings))
    record.scenes = timelines { try jobScenes(runners, cores, rate) }
    return record
  }

  /// Records the timelines of extra runs, which don't count as measurements. Only a few jobs are drawn, so that the
  /// gaps between them remain visible.
  private func jobScenes(_ runners: [JobRunner], _ cores: Int, _ rate: SpinRate) throws -> [Scene] {
    func watch(_ load: JobLoad, _ runner: JobRunner) throws -> WorkerTimeline {
      let arguments = try RunJobsCommand.arguments(runner, load) + ["--watch", "\(Self.drawn)"]
      return try process.run(WorkerTimeline.self, arguments)
    }
    return try [JobLoad.Shape.independent, .chain].map { shape in
      let load = JobLoad(shape: shape, count: 1000, width: cores, length: 10_000, rate: rate)
      let timelines = try runners.map { runner in
        // The median of several runs, because a single run depends on which threads happen to be awake.
        let runs = try attempt("a watched run of \(runner.rawValue)", "the timelines: \(runner.rawValue)") {
          try (0..<Self.watched).map { _ in try watch(load, runner) }
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
