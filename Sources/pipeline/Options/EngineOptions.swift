import ArgumentParser
import Engines

extension EngineName: ExpressibleByArgument {}

struct EngineOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Which engine runs the jobs: gcd (Grand Central Dispatch), operation (Operation and OperationQueue), tasks "
        + "(Swift concurrency), or serial (all on the main queue, which stalls: the baseline).",
      valueName: "name"))
  var engine = EngineName.gcd
}
