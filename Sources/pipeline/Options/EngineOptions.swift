import ArgumentParser
import Engines

extension EngineName: ExpressibleByArgument {}

struct EngineOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Engine: gcd, operation, tasks or serial. gcd is Grand Central Dispatch; operation is Operation and OperationQueue; "
        + "tasks is Swift concurrency; serial runs all on the main queue, which stalls: the baseline.",
      valueName: "name"))
  var engine = EngineName.gcd
}
