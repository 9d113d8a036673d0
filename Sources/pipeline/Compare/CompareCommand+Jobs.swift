import Foundation
import Measurement

extension CompareCommand {
  /// Runs that are watched, of each runner.
  private static let watched = 21
  /// Jobs that are drawn, of each.
  private static let drawn = 40

  /// Loads of jobs through each runner by turns.
  func compareJobs(
    _ runners: [JobRunner], with process: FreshProcess, _ progress: CompareProgress
  ) throws -> CompareRecord {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let rate = SpinRate.measured()
    let loads = (full ? JobPlan.full(cores: cores, rate: rate) : .usual(cores: cores, rate: rate)).loads
    // A runner that takes too long once is left out of that load.
    var series = [[JobRunner: JobComparison.Series]](
      repeating: Dictionary(uniqueKeysWithValues: runners.map { ($0, .init()) }), count: loads.count)

    func steps(_ done: @escaping (_ load: Int, JobRunner, JobTiming) -> Void) -> [ComparePlan.Step] {
      loads.enumerated().flatMap { index, load in
        runners.map { runner in
          ComparePlan.Step(name: "\(runner.rawValue) with \(load.words)") { _ in
            guard series[index][runner] != nil else { return }
            do {
              let arguments = try RunJobsCommand.arguments(runner, load)
              done(index, runner, try process.run(JobTiming.self, arguments, limit: JobPlan.limit))
            } catch FreshProcess.Failure.tooSlow {
              series[index][runner] = nil
            }
          }
        }
      }
    }
    // Each block goes through all loads, so that what else the machine does meets all of them.
    let plan = ComparePlan(
      warmUps: steps { _, _, _ in }, steps: steps { series[$0][$1]?.append($2) })
    var interruptedAfter = try plan.carryOut(blocks: runs, seed: sample.seed, progress)
    let complete = interruptedAfter ?? runs
    let cells = zip(loads, series).map { load, series in
      JobComparison.Cell(
        load: load,
        series: Dictionary(
          uniqueKeysWithValues: series.map { ($0.key.rawValue, $0.value.prefix(complete)) }))
    }
    let scenes = try timelines(progress, &interruptedAfter) {
      try jobScenes(runners, cores, rate, with: process, progress)
    }
    return try CompareRecord(
      JobComparison(runners: runners, cores: cores, cells: cells), scenes: scenes,
      interruptedAfter: interruptedAfter)
  }

  /// Runs that are watched, and counted nowhere. So few of their jobs are drawn that the time between two is seen.
  private func jobScenes(
    _ runners: [JobRunner], _ cores: Int, _ rate: SpinRate, with process: FreshProcess,
    _ progress: CompareProgress
  ) throws -> [Scene] {
    func watch(_ load: JobLoad, _ runner: JobRunner) throws -> WorkerTimeline {
      let arguments = try RunJobsCommand.arguments(runner, load) + ["--watch", "\(Self.drawn)"]
      return try process.run(WorkerTimeline.self, arguments, limit: JobPlan.limit)
    }
    return try [JobLoad.Shape.independent, .chain].map { shape in
      let load = JobLoad(shape: shape, count: 1000, width: cores, length: 10_000, rate: rate)
      let timelines = try runners.map { runner in
        progress.say("the timelines: \(runner.rawValue)")
        // Which threads are awake is chance: one run says little.
        let runs = try named("a watched run of \(runner.rawValue)") {
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
