import ArgumentParser
import Engines

extension EngineName: ExpressibleByArgument {}

struct EngineOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "",
      valueName: "name"))
  var engine = EngineName.gcd
}
