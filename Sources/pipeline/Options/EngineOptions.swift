import ArgumentParser
import Engines

extension EngineName: ExpressibleByArgument {}

struct EngineOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("What runs the jobs.", valueName: "name"))
  var engine = EngineName.gcd
}
