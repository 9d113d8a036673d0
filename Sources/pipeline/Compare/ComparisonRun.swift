import Base
import Foundation
import Measurement

/// A comparison in progress, with a progress line. Its methods block the calling thread.
final class ComparisonRun {
  private let plan: (runs: Int, seed: UInt64, drawsTimelines: Bool)
  let process = FreshProcess()
  /// The number of blocks that were complete when an interrupt occurred, or nil if there was none.
  private(set) var interruptedAfter: Int?
  private let progress: ProgressLine

  /// One run of the comparison. Each block runs every step once.
  struct Step {
    let name: String
    /// The table column that this step fills.
    let column: Int
    /// Performs the run.
    /// - Throws: `RunFailure`, `OutputError`.
    let run: () throws -> [Figure: Double]
  }

  /// - Parameters:
  ///   - runs: The number of blocks, each of which runs every engine once.
  ///   - seed: Determines the order of the runs in each block.
  ///   - drawsTimelines: Whether timelines are recorded after the measurements.
  init(runs: Int, seed: UInt64, drawsTimelines: Bool, progress: ProgressLine = ProgressLine(.error)) {
    (plan, self.progress) = ((runs, seed, drawsTimelines), progress)
  }

  /// Runs the warm-ups, and then blocks that contain each step once, in shuffled order.
  /// - Returns: The figures of complete blocks.
  /// - Throws: The errors of the steps, and `RunFailure.stopped` if the first block was interrupted.
  func carryOut(
    _ steps: [Step], warmUps: [Step]
  ) throws -> [(block: Int, column: Int, figures: [Figure: Double])] {
    for (index, step) in warmUps.enumerated() {
      let line = "warm-up \(index + 1) of \(warmUps.count): \(step.name)"
      _ = try attempt("the warm-up of \(step.name)", line, step.run)
    }
    var runs: [(block: Int, column: Int, figures: [Figure: Double])] = []
    let order = runOrder(steps.count, blocks: plan.runs, seed: plan.seed)
    let began = monotonicNanoseconds()
    for (number, next) in order.enumerated() {
      let step = steps[next.run]
      let place = "run \(number + 1) of \(order.count)"
      var line = "\(place): \(step.name)"
      if number > 0 {
        let seconds = Double(monotonicNanoseconds() - began) / 1e9
        line += " · \(shortDurationText(seconds / Double(number) * Double(order.count - number))) left"
      }
      do {
        runs.append((next.block, step.column, try attempt("\(place), \(step.name)", line, step.run)))
      } catch RunFailure.stopped where next.block > 0 {
        interruptedAfter = next.block
        return runs.filter { $0.block < next.block }
      }
    }
    return runs
  }

  /// Records timelines after all measurements, if the timelines will be shown. If a run fails, the measurements are
  /// kept and the result is nil.
  func timelines(_ watch: () throws -> [Scene]) -> [Scene]? {
    guard interruptedAfter == nil, plan.drawsTimelines else { return nil }
    do { return try watch() } catch RunFailure.stopped {
      interruptedAfter = plan.runs
    } catch {
      clear()
      Terminal.error.say("pipeline: the timelines are missing: \(error)\n")
    }
    return nil
  }

  /// Performs one or more runs of an engine. If a run fails, `name` is added to the error.
  func attempt<Value>(_ name: String, _ line: String, _ run: () throws -> Value) throws -> Value {
    progress.show(line)
    do { return try run() } catch RunFailure.failed(let reason) {
      throw RunFailure.failed("\(name): \(reason)")
    }
  }

  /// Removes the progress line.
  func clear() { progress.clear() }
}
