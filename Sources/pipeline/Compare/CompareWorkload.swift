import Foundation
import Imaging
import Measurement
import Transport

/// A workload through each engine by turns: in each block once to its end, and once until it is cancelled.
struct CompareWorkload: CompareTask {
  let workload: ComparedWorkload
  let engines: [String]
  let options: CompareCommand

  func compare(with process: FreshProcess, _ progress: CompareProgress) throws -> any CompareResult {
    let runner = try WorkloadRunner(workload, options, process: process)
    // The first one has the server paint its photos, too.
    let different = engines.enumerated().filter { !engines[..<$0].contains($1) }.map(\.element)
    for (index, engine) in different.enumerated() {
      progress.warmUp(index, of: different.count, engine)
      _ = try named("the warm-up of \(engine)") { try runner.run(engine) }
    }
    // A run of each engine to its end, and one that is cancelled.
    let kinds = runner.canCancel ? 2 : 1
    let order = runOrder(engines.count * kinds, blocks: options.runs, seed: options.sample.seed)
    var figures = [[[Figure: Double]]](
      repeating: Array(repeating: [:], count: engines.count), count: options.runs)
    progress.begin(order.count)
    func makeRun(_ number: Int, _ next: (block: Int, run: Int)) throws {
      let column = next.run % engines.count
      let engine = engines[column]
      progress.run(number, engine)
      try named("run \(number + 1) of \(order.count), \(engine)") {
        if next.run < engines.count {
          figures[next.block][column].merge(try runner.run(engine)) { $1 }
        } else {
          figures[next.block][column][.cancelToIdle] = try runner.runCancelled(engine)
        }
      }
    }
    var interruptedAfter: Int?
    for (number, next) in order.enumerated() {
      do { try makeRun(number, next) } catch FreshProcess.Failure.stopped where next.block > 0 {
        interruptedAfter = next.block
        break
      }
    }
    let runs = figures.prefix(interruptedAfter ?? options.runs).enumerated().flatMap { block, columns in
      columns.enumerated().map { Comparison.Run(block: block, column: $0, figures: $1) }
    }
    let comparison = Comparison(workload: workload.rawValue, engines: engines, runs: runs)
    var scenes: [Scene] = []
    if interruptedAfter == nil {
      do {
        scenes = try options.timelines(progress) { try self.scenes(runner, progress) }
      } catch FreshProcess.Failure.stopped {
        interruptedAfter = options.runs
      }
    }
    return WorkloadResult(
      comparison, earlier: try options.earlier(), scenes: scenes, interruptedAfter: interruptedAfter)
  }

  /// Runs that are watched, and counted nowhere.
  private func scenes(_ runner: WorkloadRunner, _ progress: CompareProgress) throws -> [Scene] {
    func scene(_ title: String, isCancelled: Bool) throws -> Scene {
      let timelines = try engines.map { engine in
        progress.say("the timelines: \(engine)")
        return try named("the watched run of \(engine)") {
          try runner.watch(engine, isCancelled: isCancelled)
        }
      }
      return Scene(title: title, timelines: timelines)
    }
    var scenes = [
      try scene(
        "What every worker did: one run of each engine, after those that were measured", isCancelled: false)
    ]
    if runner.canCancel {
      scenes.append(try scene("The same for one run that was interrupted half-way", isCancelled: true))
    }
    return scenes
  }
}

private struct WorkloadResult: CompareResult {
  private let record: Record<Comparison>
  private let table: ComparisonTable
  private let scenes: [Scene]
  private let change: String?
  let interruptedAfter: Int?

  init(_ comparison: Comparison, earlier: EarlierRecord?, scenes: [Scene], interruptedAfter: Int?) {
    record = Record(
      comparison, versions: codecVersions.merging(["libcurl": curlVersion]) { own, _ in own })
    table = ComparisonTable(comparison)
    change = earlier?.words(record)
    self.scenes = scenes
    self.interruptedAfter = interruptedAfter
  }

  var name: String { record.measurement.workload }
  var pictures: [String: String] { [:] }
  func json() throws -> Data { try record.json() }
  func timelines() throws -> Data? { try record.with(scenes).json(isCompact: true) }
  func text(_ style: Style, width: Int) -> String {
    table.text(style, width: width) + (change.map { "\n\($0)\n" } ?? "")
  }
  func markdown() -> String { table.markdown(record) }
  func report() -> String? { table.report(record, about: change, scenes: scenes).html() }
}
