import Foundation
import Measurement

/// Loads of jobs through each runner by turns.
struct CompareJobs: CompareTask {
  let runners: [JobRunner]
  let options: CompareCommand

  /// Runs that are watched, of each runner.
  private static let watched = 21
  /// Jobs that are drawn, of each.
  private static let drawn = 40

  func compare(with process: FreshProcess, _ progress: CompareProgress) throws -> any CompareResult {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let rate = SpinRate.measured()
    let plan = options.full ? JobPlan.full(cores: cores, rate: rate) : .usual(cores: cores, rate: rate)
    var series = [[JobRunner: JobComparison.Series]](
      repeating: Dictionary(uniqueKeysWithValues: runners.map { ($0, .init()) }), count: plan.loads.count)

    func run(_ load: JobLoad, _ runner: JobRunner) throws -> JobTiming {
      let result = try process.run(RunJobsCommand.arguments(runner, load), limit: JobPlan.limit)
      guard result.status == ExitStatus.success else {
        throw RunFailure(reason: "it ended with status \(result.status): \(result.complaint)")
      }
      return try JSONDecoder().decode(JobTiming.self, from: result.output)
    }

    for (index, load) in plan.loads.enumerated() {
      for (place, runner) in runners.enumerated() {
        progress.warmUp(index * runners.count + place, of: plan.loads.count * runners.count, runner.rawValue)
        do {
          _ = try named("the warm-up of \(runner.rawValue) with \(load.words)") { try run(load, runner) }
        } catch FreshProcess.Failure.tooSlow {
          series[index][runner] = nil
        }
      }
    }
    // Block by block over all loads, so that what else the machine does meets all of them.
    let order = runOrder(plan.loads.count * runners.count, blocks: options.runs, seed: options.sample.seed)
    progress.begin(order.count)
    var interruptedAfter: Int?
    runs: for (number, next) in order.enumerated() {
      let (index, runner) = (next.run / runners.count, runners[next.run % runners.count])
      let load = plan.loads[index]
      guard series[index][runner] != nil else { continue }
      progress.run(number, "\(runner.rawValue), \(load.words)")
      do {
        let timing = try named("run \(number + 1) of \(order.count), \(runner.rawValue) with \(load.words)") {
          try run(load, runner)
        }
        series[index][runner]?.append(timing)
      } catch FreshProcess.Failure.tooSlow {
        series[index][runner] = nil
      } catch FreshProcess.Failure.stopped where next.block > 0 {
        interruptedAfter = next.block
        break runs
      }
    }
    let complete = interruptedAfter ?? options.runs
    let cells = zip(plan.loads, series).map { load, series in
      JobComparison.Cell(
        load: load,
        series: Dictionary(
          uniqueKeysWithValues: series.map { ($0.key.rawValue, $0.value.prefix(complete)) }))
    }
    var scenes: [Scene] = []
    if interruptedAfter == nil {
      do {
        scenes = try options.timelines(progress) { try self.scenes(cores, rate, with: process, progress) }
      } catch FreshProcess.Failure.stopped {
        interruptedAfter = options.runs
      }
    }
    return JobsResult(
      JobComparison(runners: runners, cores: cores, cells: cells), scenes: scenes,
      interruptedAfter: interruptedAfter)
  }

  /// Runs that are watched, and counted nowhere. So few of their jobs are drawn that the time between two is seen.
  private func scenes(
    _ cores: Int, _ rate: SpinRate, with process: FreshProcess, _ progress: CompareProgress
  ) throws -> [Scene] {
    func watch(_ load: JobLoad, _ runner: JobRunner) throws -> WorkerTimeline {
      let arguments = try RunJobsCommand.arguments(runner, load) + ["--watch", "\(Self.drawn)"]
      let result = try process.run(arguments, limit: JobPlan.limit)
      guard result.status == ExitStatus.success else {
        throw RunFailure(reason: "it ended with status \(result.status): \(result.complaint)")
      }
      return try JSONDecoder().decode(WorkerTimeline.self, from: result.output)
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

private struct JobsResult: CompareResult {
  private let record: Record<JobComparison>
  private let table: JobsTable
  private let scenes: [Scene]
  let interruptedAfter: Int?

  init(_ comparison: JobComparison, scenes: [Scene], interruptedAfter: Int?) {
    record = Record(comparison)
    table = JobsTable(comparison)
    self.scenes = scenes
    self.interruptedAfter = interruptedAfter
  }

  var name: String { "jobs" }
  var pictures: [String: String] { jobCharts(record.measurement) }
  func json() throws -> Data { try record.json() }
  func timelines() throws -> Data? { try record.with(scenes).json(isCompact: true) }
  func text(_ style: Style, width: Int) -> String { table.text(style, width: width) }
  func markdown() -> String { table.markdown(record) }
  var findings: String { table.findings(record) }
  func report() -> String? { table.report(record, scenes: scenes).html() }
}
