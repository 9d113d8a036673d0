import ArgumentParser

@main
struct ImagingBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imaging-benchmark",
    abstract: "Measures the sepia filter, and how PNGs are best compressed.",
    subcommands: [SepiaBenchmark.self, PNGBenchmark.self])
}

struct Recorded: ParsableArguments {
  @Option(help: "Write the result to this file, as JSON.")
  var record: String?
}
