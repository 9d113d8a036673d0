import ArgumentParser
import Engines

extension EngineName: ExpressibleByArgument {}

struct EngineOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Engine: gcd, operation, tasks or serial; that is, Grand Central Dispatch, Operation and OperationQueue, Swift "
        + "concurrency, or all on the main queue, which stalls: the baseline.",
      valueName: "name"))
  var engine = EngineName.gcd
}
