import Base
import Foundation
import Measurement

/// A comparison while it is made, with a line on standard error that says how far it has come. Blocks the thread that it is used
/// on.
final class ComparisonRun {
  let options: CompareCommand
  let process = FreshProcess()
  /// How many runs of each were complete when it was interrupted; nil when it was not.
  private(set) var interruptedAfter: Int?
  private let progress = ProgressLine(.error)

  /// A run of the comparison, made once in each block.
  struct Step<Value> {
    let name: String
    /// The table's column that this step fills.
    let column: Int
    /// - Throws: `RunFailure`, `OutputError`.
    let run: () throws -> Value
  }

  init(_ options: CompareCommand) { self.options = options }

  /// Makes the runs: some to warm up, then blocks with one of each step, in shuffled order.
  /// - Returns: only runs of complete blocks.
  /// - Throws: as the steps; `RunFailure.stopped` if the first block was interrupted.
  func carryOut<Value>(
    _ steps: [Step<Value>], warmUps: [Step<Value>]
  ) throws -> [(block: Int, column: Int, figures: Value)] {
    for (index, step) in warmUps.enumerated() {
      let line = "warm-up \(index + 1) of \(warmUps.count): \(step.name)"
      _ = try attempt("the warm-up of \(step.name)", line, step.run)
    }
    var runs: [(block: Int, column: Int, figures: Value)] = []
    let order = runOrder(steps.count, blocks: options.runs, seed: options.sample.seed)
    let began = monotonicNanoseconds()
    for (number, next) in order.enumerated() {
      let step = steps[next.run]
      let place = "run \(number + 1) of \(order.count)"
      var line = "\(place): \(step.name)"
      if number > 0 {
        let seconds = Double(monotonicNanoseconds() - began) / 1e9
        line += " · \(secondsInWords(seconds / Double(number) * Double(order.count - number))) left"
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

  /// Makes the runs that are watched after those that are measured, where they are shown. If one of them fails, there are none,
  /// and what was measured is kept.
  func timelines(_ watch: () throws -> [Scene]) -> [Scene]? {
    guard interruptedAfter == nil, options.record != nil || options.report != nil else { return nil }
    do { return try watch() } catch RunFailure.stopped {
      interruptedAfter = options.runs
    } catch {
      clear()
      Terminal.error.say("pipeline: there are no timelines: \(error)\n")
    }
    return nil
  }

  /// Makes a run, or several of one engine, and adds to a failure which it was.
  func attempt<Value>(_ name: String, _ line: String, _ run: () throws -> Value) throws -> Value {
    progress.show(line)
    do { return try run() } catch RunFailure.failed(let reason) {
      throw RunFailure.failed("\(name): \(reason)")
    }
  }

  /// Takes the line away.
  func clear() { progress.clear() }
}
