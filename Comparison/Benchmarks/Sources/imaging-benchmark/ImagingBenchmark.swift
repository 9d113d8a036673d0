import ArgumentParser

@main
struct ImagingBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imaging-benchmark",
    abstract: "Measures the sepia filter, how PNGs are best compressed, and other programs that do the same.",
    subcommands: [
      SepiaBenchmark.self, PNGBenchmark.self, StagesBenchmark.self, PeersBenchmark.self, PlainPeer.self,
    ])
}

struct Recorded: ParsableArguments {
  @Option(help: "Write the result to this file, as JSON.")
  var record: String?
}
