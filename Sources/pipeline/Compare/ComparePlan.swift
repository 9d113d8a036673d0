import Base
import Foundation
import Measurement

/// The runs of a comparison: some to warm up, then blocks with one of each step, in shuffled order.
struct ComparePlan<Value> {
  struct Step {
    let name: String
    /// The table's column that this step fills.
    let column: Int
    /// - Throws: `RunFailure`, `OutputError`.
    let run: () throws -> Value

    init(_ name: String, column: Int, run: @escaping () throws -> Value) {
      (self.name, self.column, self.run) = (name, column, run)
    }
  }

  struct Result {
    /// Only runs of complete blocks.
    var runs: [(block: Int, column: Int, figures: Value)] = []
    /// How many blocks were complete when the comparison was interrupted; nil when it was not.
    var interruptedAfter: Int?
  }

  let warmUps: [Step]
  let steps: [Step]

  /// Blocks the calling thread.
  /// - Throws: as the steps; `RunFailure.stopped` if the first block was interrupted.
  func carryOut(blocks: Int, seed: UInt64, _ progress: CompareProgress) throws -> Result {
    for (index, step) in warmUps.enumerated() {
      progress.say("warm-up \(index + 1) of \(warmUps.count): \(step.name)")
      _ = try named("the warm-up of \(step.name)") { try step.run() }
    }
    var result = Result()
    let order = runOrder(steps.count, blocks: blocks, seed: seed)
    progress.begin(order.count)
    for (number, next) in order.enumerated() {
      let step = steps[next.run]
      progress.run(number, step.name)
      do {
        let value = try named("run \(number + 1) of \(order.count), \(step.name)") { try step.run() }
        result.runs.append((next.block, step.column, value))
      } catch RunFailure.stopped where next.block > 0 {
        result.runs.removeAll { $0.block == next.block }
        result.interruptedAfter = next.block
        return result
      }
    }
    return result
  }
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
