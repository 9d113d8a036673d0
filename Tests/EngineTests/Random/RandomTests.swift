import Engines
import Foundation
import TestSupport
import Testing

/// Checks random sequences against the oracle, on all engines.
///
/// To repeat one: `PIPELINE_SEED=17 swift test --filter RandomTests`. To run more: `PIPELINE_SEQUENCES=50000 swift test
/// --filter RandomTests`.
@Suite struct RandomTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let sequences = environment["PIPELINE_SEQUENCES"].flatMap(Int.init) ?? 240
  private static let seed = environment["PIPELINE_SEED"].flatMap(Int.init)

  @Test("Random sequences do what the contract says, and the same on all engines", arguments: [0, 1])
  func sequences(shard: Int) async throws {
    let seeds =
      Self.seed.map { shard == 0 ? [$0] : [] } ?? Array(stride(from: shard, to: Self.sequences, by: 2))
    let failure: String? = await onThread {
      for seed in seeds {
        let plan = Plan(seed: UInt64(seed))
        if let violation = plan.violation() { return plan.shortened(failing: violation) }
      }
      return nil
    }
    if let failure { Issue.record("\(failure)") }
  }
}

extension Plan {
  /// Returns the violations of a plan, on one engine or between engines.
  func violation() -> String? {
    let outcomes = EngineName.parallel.map { name in (name, Stage(self, on: name).run()) }
    for (name, outcome) in outcomes {
      if let violation = outcome.violation { return "\(name): \(violation)" }
    }
    for (name, outcome) in outcomes.dropFirst() {
      for (first, second) in zip(outcomes[0].1.states, outcome.states) where first != second {
        return "\(outcomes[0].0) and \(name) differ where the contract leaves no choice:\n\(first)\n\(second)"
      }
    }
    return nil
  }
}

extension Plan {
  /// Removes steps as long as the remaining plan still fails, and returns the shortest plan that does.
  func shortened(failing violation: String) -> String {
    var (shortest, violation) = (self, violation)
    // The number of rounds is limited, because a failure may be rare.
    var triesLeft = 200
    var length = max(1, steps.count / 2)
    while length > 0 {
      var start = 0
      while start < shortest.steps.count, triesLeft > 0 {
        triesLeft -= 1
        var shorter = shortest
        shorter.steps.removeSubrange(start..<min(start + length, shorter.steps.count))
        // Each plan runs twice, because a race may not show in one run.
        if let failure = shorter.violation() ?? shorter.violation() {
          (shortest, violation) = (shorter, failure)
        } else {
          start += length
        }
      }
      length /= 2
    }
    return "seed \(seed): \(violation)\nThe shortest that still fails:\n\(shortest)"
  }
}
