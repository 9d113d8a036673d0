import Engine
import Engines
import Foundation
import TestSupport
import Testing

/// Random sequences against the oracle, on all engines. To see one again, or many more:
/// `PIPELINE_SEED=17 swift test --filter RandomTests`, `PIPELINE_SEQUENCES=50000 swift test --filter RandomTests`.
@Suite struct RandomTests {
  private static let sequences = number("PIPELINE_SEQUENCES") ?? 400
  private static let seed = number("PIPELINE_SEED")

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test("Random sequences do what the contract says, and the same on all engines", arguments: [0, 1])
  func sequences(shard: Int) async throws {
    let seeds =
      Self.seed.map { shard == 0 ? [$0] : [] } ?? Array(stride(from: shard, to: Self.sequences, by: 2))
    let failure: String? = await onThread {
      for seed in seeds {
        let plan = Plan(seed: UInt64(seed))
        if let violation = plan.violation() { return Shrinker(plan, violation).report() }
      }
      return nil
    }
    if let failure { Issue.record("\(failure)") }
  }
}

extension Plan {
  /// What goes wrong with this plan, on one engine or between them.
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

/// Takes steps away for as long as what is left still fails.
struct Shrinker {
  private var plan: Plan
  private var violation: String
  /// A failure that shows only now and then must not keep the shrinking going for ever.
  private var triesLeft = 400

  init(_ plan: Plan, _ violation: String) {
    self.plan = plan
    self.violation = violation
    shrink()
  }

  func report() -> String {
    "seed \(plan.seed): \(violation)\nThe shortest that still fails:\n\(plan)"
  }

  private mutating func shrink() {
    var length = max(1, plan.steps.count / 2)
    while length > 0 {
      var start = 0
      while start < plan.steps.count {
        var shorter = plan
        shorter.steps.removeSubrange(start..<min(start + length, plan.steps.count))
        if !keepIfFailing(shorter) { start += length }
      }
      length /= 2
    }
  }

  private mutating func keepIfFailing(_ shorter: Plan) -> Bool {
    // Twice, as a race may need luck.
    for _ in 1...2 where triesLeft > 0 {
      triesLeft -= 1
      if let violation = shorter.violation() {
        (plan, self.violation) = (shorter, violation)
        return true
      }
    }
    return false
  }
}
