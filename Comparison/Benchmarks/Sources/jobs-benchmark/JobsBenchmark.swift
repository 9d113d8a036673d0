import ArgumentParser
import Foundation
import Measurement
import Recording

/// What a job costs: each runner in a process of its own, by turns, as one process after the other finds the heap, the
/// pool of threads and the machine in another state.
@main
struct JobsBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs-benchmark",
    abstract: "The cost of a job: our engines, the raw APIs under them, and two yardsticks.",
    subcommands: [Compare.self, Once.self], defaultSubcommand: Compare.self)
}

extension JobRunner: @retroactive ExpressibleByArgument {}
extension JobLoad.Shape: @retroactive ExpressibleByArgument {}

struct LoadOptions: ParsableArguments {
  @Option(help: "independent, chain, fan or pairs.") var shape = JobLoad.Shape.independent
  @Option(help: "How many jobs are pending at once.") var count = 100_000
  @Option(help: "How many run at a time.") var width = 2
  @Option(help: ArgumentHelp("How long each keeps a core busy.", valueName: "nanoseconds")) var length:
    UInt64 = 0

  var load: JobLoad { JobLoad(shape: shape, count: count, width: width, length: length) }
}

/// One measurement, printed as JSON: what the processes that `Compare` starts do.
struct Once: ParsableCommand {
  @Argument var runner: JobRunner
  @OptionGroup var load: LoadOptions

  func run() throws {
    print(String(decoding: try JSONEncoder().encode(runner.run(load.load)), as: UTF8.self))
  }
}

struct Compare: ParsableCommand {
  @OptionGroup var load: LoadOptions
  @Option(help: "Processes for each runner.") var rounds = 11
  @Option(parsing: .upToNextOption, help: "Which runners.") var runners = JobRunner.allCases
  @Option(help: ArgumentHelp("Write the result there as JSON.", valueName: "file")) var record: String?

  struct Row: Encodable {
    let runner: JobRunner
    /// Nanoseconds a job: made and handed over, and then run, and both.
    let fill: Spread
    let drain: Spread
    let total: Spread
    /// Bytes that a waiting job takes.
    let memory: Spread
    /// Of the totals, round by round: to raw Dispatch, and to raw OperationQueue.
    let toDispatch: Spread?
    let toOperationQueue: Spread?
  }

  struct Result: Encodable {
    let load: JobLoad
    let rows: [Row]
  }

  func run() throws {
    var timings: [JobRunner: [JobTiming]] = [:]
    for round in 0...rounds {
      for runner in round % 2 == 0 ? runners : runners.reversed() {
        let timing = try measure(runner)
        // The first round warms the machine up.
        if round > 0 { timings[runner, default: []].append(timing) }
      }
    }
    let rows = runners.map { row($0, timings) }
    show(rows)
    if let record { try Record(Result(load: load.load, rows: rows), versions: [:]).write(to: record) }
  }

  private func measure(_ runner: JobRunner) throws -> JobTiming {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    let load = load.load
    process.arguments = [
      "once", runner.rawValue, "--shape", load.shape.rawValue, "--count", "\(load.count)", "--width",
      "\(load.width)", "--length", "\(load.length)",
    ]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(JobTiming.self, from: data)
  }

  private func row(_ runner: JobRunner, _ timings: [JobRunner: [JobTiming]]) -> Row {
    let own = timings[runner] ?? []
    func spread(_ value: (JobTiming) -> Double) -> Spread {
      Spread(own.map { value($0) / Double(load.count) })
    }
    func ratio(to other: JobRunner) -> Spread? {
      timings[other].map { zip(own, $0).map { Double($0.total) / Double($1.total) } }.map(Spread.init)
    }
    return Row(
      runner: runner, fill: spread { Double($0.fill) }, drain: spread { Double($0.drain) },
      total: spread { Double($0.total) }, memory: spread { Double($0.memory) },
      toDispatch: ratio(to: .dispatch),
      toOperationQueue: ratio(to: .operationQueue))
  }

  private func show(_ rows: [Row]) {
    print(
      "\(load.count) jobs, \(load.shape.rawValue), width \(load.width), \(load.length) ns each; ns a job:")
    print("median (least to most) of \(rounds) processes each, by turns")
    for row in rows {
      var line = row.runner.rawValue.padding(toLength: 16, withPad: " ", startingAt: 0)
      line += "fill \(row.fill.text(0))  drain \(row.drain.text(0))  total \(row.total.text(0))"
      line += "  \(String(format: "%.0f", row.memory.median)) bytes"
      if let ratio = row.toDispatch, row.runner != .dispatch { line += "  ×\(ratio.text()) dispatch" }
      if let ratio = row.toOperationQueue, row.runner != .operationQueue {
        line += "  ×\(ratio.text()) operation-queue"
      }
      print(line)
    }
  }
}
