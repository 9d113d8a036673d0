import Foundation
import Measurement

extension ComparisonRun {
  /// Runs that are watched, of each runner.
  private static let watched = 21
  /// Jobs that are drawn, of each.
  private static let drawn = 40

  /// Has each runner in turn run loads of jobs.
  func compareJobs(_ runners: [JobRunner]) throws -> Record<JobComparison> {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let rate = SpinRate.measured()
    let loads =
      options.full ? JobPlan.full(cores: cores, rate: rate) : JobPlan.usual(cores: cores, rate: rate)
    // A runner that takes too long once is left out of that load.
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
    // Each block goes through all loads, so that other work of the machine affects all of them alike.
    let timings = try carryOut(steps, warmUps: steps).compactMap { _, column, timing in
      isTooSlow[column] ? nil : timing.map { (column, $0) }
    }
    var record = Record(JobComparison(loads, runners, cores: cores, timings: timings))
    record.scenes = timelines { try jobScenes(runners, cores, rate) }
    return record
  }

  /// Runs that are watched, and counted nowhere. So few of their jobs are drawn that the time between two is seen.
  private func jobScenes(_ runners: [JobRunner], _ cores: Int, _ rate: SpinRate) throws -> [Scene] {
    func watch(_ load: JobLoad, _ runner: JobRunner) throws -> WorkerTimeline {
      let arguments = try RunJobsCommand.arguments(runner, load) + ["--watch", "\(Self.drawn)"]
      return try process.run(WorkerTimeline.self, arguments)
    }
    return try [JobLoad.Shape.independent, .chain].map { shape in
      let load = JobLoad(shape: shape, count: 1000, width: cores, length: 10_000, rate: rate)
      let timelines = try runners.map { runner in
        // A single run says little, as it is chance which threads are awake.
        let runs = try attempt("a watched run of \(runner.rawValue)", "the timelines: \(runner.rawValue)") {
          try (0..<Self.watched).map { _ in try watch(load, runner) }
        }
        return runs.sorted { $0.duration < $1.duration }[Self.watched / 2]
      }
      let kind = shape == .chain ? "chained" : "independent"
      let count = numeral(Double(load.count), decimals: 0)
      return Scene(
        title: "What every thread did: \(Self.drawn) of \(count) \(kind) jobs of "
          + "\(nanosecondsInWords(load.length)), in the middle of the median run of \(Self.watched)",
        timelines: timelines)
    }
  }
}
