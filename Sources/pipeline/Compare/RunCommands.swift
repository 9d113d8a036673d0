import ArgumentParser
import Foundation
import Measurement

/// Times one load of jobs with one runner. `compare --workload jobs` starts this command for each run.
struct RunJobsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run-jobs", abstract: "Time one load of jobs; used by “compare --workload jobs”.",
    shouldDisplay: false)

  @Argument(help: "\(JobRunner.allCases.map(\.rawValue).joined(separator: ", ")).") var runner: JobRunner
  @Argument(help: "The load, as JSON.") var load: JobLoad
  @Option(help: "Print which thread ran which job when, for this many jobs in the middle.") var watch: Int?

  static func arguments(_ runner: JobRunner, _ load: JobLoad) throws -> [String] {
    ["run-jobs", runner.rawValue, String(decoding: try JSONEncoder().encode(load), as: UTF8.self)]
  }

  func run() throws {
    // SIGALRM ends this process if it takes too long.
    alarm(UInt32(JobPlan.limit))
    if let watch {
      Terminal.output.write(json: runner.watch(load, count: watch))
    } else {
      Terminal.output.write(json: runner.run(load))
    }
  }
}

/// Measures one replay of a job graph. `compare --workload FILE` starts this command for each run.
struct RunGraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run-graph",
    abstract: "Measure one replay of a job graph; used by “compare --workload FILE”.",
    shouldDisplay: false)

  @Argument(help: "\(JobRunner.graphRunners.map(\.rawValue).joined(separator: ", ")).") var runner: JobRunner
  @Argument(help: "The file with the graph.") var file: String
  @Argument(help: "Turns of an idle loop that a core makes in a nanosecond.") var rate: Double

  func run() throws {
    let graph = try JobGraph(lines: Data(contentsOf: URL(fileURLWithPath: file)))
    Terminal.output.write(json: runner.run(graph, rate: SpinRate(perNanosecond: rate)))
  }
}

extension JobRunner: ExpressibleByArgument {}

extension JobLoad: ExpressibleByArgument {
  public init?(argument: String) {
    guard let load = try? JSONDecoder().decode(JobLoad.self, from: Data(argument.utf8)), load.count > 0,
      load.width > 0
    else { return nil }
    self = load
  }
}
