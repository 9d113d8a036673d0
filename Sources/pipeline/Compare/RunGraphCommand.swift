import ArgumentParser
import Foundation
import Measurement

/// One replay of a job graph, measured: what `compare --workload FILE` starts for each run.
struct RunGraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run-graph",
    abstract: "Measure one replay of a job graph; used by “compare --workload FILE”.",
    shouldDisplay: false)

  @Argument(help: "\(JobRunner.graphRunners.map(\.rawValue).joined(separator: ", ")).") var runner: JobRunner
  @Argument(help: "The file with the graph.") var file: String
  @Argument(help: "Turns of an idle loop that a core makes in a nanosecond.") var rate: Double

  func run() throws {
    // Whoever starts it handles Ctrl-C itself, and a signal that is ignored is ignored by what one starts, too.
    signal(SIGINT, SIG_DFL)
    let graph = try JobGraph(lines: Data(contentsOf: URL(fileURLWithPath: file)))
    let figures = runner.run(graph, rate: SpinRate(perNanosecond: rate))
    Terminal.output.write(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self) + "\n")
  }
}
