import ArgumentParser
import Foundation
import Measurement

/// Measures one load or graph of jobs with one runner. `compare` starts this command for each run.
struct RunJobsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run-jobs", abstract: "Measure jobs; used by “compare --workload jobs” or FILE.",
    shouldDisplay: false)

  @Argument(help: "\(JobRunner.allCases.map(\.rawValue).joined(separator: ", ")).") var runner: JobRunner
  @Argument(help: "A load as JSON, or the file with a graph.") var jobs: String
  @Option(help: "Turns of an idle loop that a core makes in a nanosecond.") var rate = 1.0
  @Option(help: "Print which thread ran which job when, for this many jobs in the middle.") var watch: Int?

  func run() throws {
    let rate = SpinRate(perNanosecond: rate)
    guard let load = try? JSONDecoder().decode(JobLoad.self, from: Data(jobs.utf8)), load.count > 0,
      load.width > 0
    else {
      let graph = try JobGraph(lines: Data(contentsOf: URL(fileURLWithPath: jobs)))
      return Terminal.output.write(json: runner.run(graph, rate: rate))
    }
    // SIGALRM ends this process if it takes too long.
    alarm(UInt32(JobPlan.limit))
    if let watch {
      Terminal.output.write(json: runner.watch(load, rate: rate, count: watch))
    } else {
      Terminal.output.write(json: runner.run(load, rate: rate))
    }
  }
}

extension JobRunner: ExpressibleByArgument {}
