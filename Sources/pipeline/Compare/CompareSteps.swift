import Base
import Foundation
import Measurement

/// A run of a comparison, made once in each block.
struct CompareStep<Value> {
  let name: String
  /// The table's column that this step fills.
  let column: Int
  /// - Throws: `RunFailure`, `OutputError`.
  let run: () throws -> Value
}

/// Makes the runs of a comparison: some to warm up, then blocks with one of each step, in shuffled order. Blocks the calling
/// thread.
/// - Returns: only runs of complete blocks; and how many blocks were complete when the comparison was interrupted, nil when
///   it was not.
/// - Throws: as the steps; `RunFailure.stopped` if the first block was interrupted.
func carryOut<Value>(
  _ steps: [CompareStep<Value>], warmUps: [CompareStep<Value>], blocks: Int, seed: UInt64,
  _ progress: CompareProgress
) throws -> (runs: [(block: Int, column: Int, figures: Value)], interruptedAfter: Int?) {
  for (index, step) in warmUps.enumerated() {
    progress.say("warm-up \(index + 1) of \(warmUps.count): \(step.name)")
    _ = try named("the warm-up of \(step.name)") { try step.run() }
  }
  var runs: [(block: Int, column: Int, figures: Value)] = []
  let order = runOrder(steps.count, blocks: blocks, seed: seed)
  progress.begin(order.count)
  for (number, next) in order.enumerated() {
    let step = steps[next.run]
    progress.run(number, step.name)
    do {
      let value = try named("run \(number + 1) of \(order.count), \(step.name)") { try step.run() }
      runs.append((next.block, step.column, value))
    } catch RunFailure.stopped where next.block > 0 {
      return (runs.filter { $0.block < next.block }, next.block)
    }
  }
  return (runs, nil)
}

/// A line on the terminal that says how far a comparison has come; nothing where there is no terminal.
final class CompareProgress {
  private let terminal = Terminal.error
  private var total = 0
  private var began: UInt64 = 0

  func begin(_ total: Int) {
    self.total = total
    began = monotonicNanoseconds()
  }

  func run(_ number: Int, _ what: String) {
    var text = "run \(number + 1) of \(total): \(what)"
    if number > 0 {
      let seconds = Double(monotonicNanoseconds() - began) / 1e9
      text += " · \(secondsInWords(seconds / Double(number) * Double(total - number))) left"
    }
    say(text)
  }

  func say(_ text: String) {
    guard terminal.isInteractive else { return }
    terminal.write("\r\u{1B}[K" + fitted(text, to: terminal.size.columns - 1))
  }

  func clear() {
    if terminal.isInteractive { terminal.write("\r\u{1B}[K") }
  }
}
