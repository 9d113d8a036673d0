import Foundation
import Measurement
import Workloads

/// One `pipeline compare`, from its options to its exit status: the runs have a thread of their own, and the main one
/// stays free.
final class CompareSession: @unchecked Sendable {
  // Safe: never changes, but for `loop`, which the main thread alone uses.
  private let options: CompareCommand
  private let process = FreshProcess()
  private let place: RecordPlace?
  private let loop = MainLoop()

  /// - Throws: `RecordError`, when nothing can be recorded here.
  init(_ options: CompareCommand) throws {
    self.options = options
    place = options.record ? try RecordPlace.inRepository() : nil
  }

  func run() -> Int32 {
    let interrupts = Interrupts(stop: { [process] in process.stop() }, leave: { [process] in process.kill() })
    defer { withExtendedLifetime(interrupts) {} }
    let thread = Thread { [self] in
      let status = status()
      DispatchQueue.main.async { self.loop.stop(status) }
    }
    thread.name = "compare"
    thread.start()
    return loop.run()
  }

  private func status() -> Int32 {
    let progress = CompareProgress(Terminal.error)
    defer { progress.clear() }
    do {
      let comparison = try compare(progress)
      progress.clear()
      try tell(comparison)
      return ExitStatus.success
    } catch FreshProcess.Failure.stopped {
      return ExitStatus.interrupted
    } catch {
      progress.clear()
      Terminal.error.write("pipeline: \(error)\n")
      return error is RecordError || error is OutputError ? ExitStatus.cannotWrite : 1
    }
  }

  // MARK: The runs

  private func compare(_ progress: CompareProgress) throws -> Comparison {
    let engines = options.engines.names
    let runner = try WorkloadRunner(options.workload, options, process: process)
    progress.say("painting the sample photos")
    runner.prepare()
    for (index, engine) in engines.enumerated() where !engines[..<index].contains(engine) {
      progress.say("warming up: \(engine)")
      _ = try named("the warm-up of \(engine)") { try runner.run(engine) }
    }
    // A run of each engine to its end, and one that is cancelled.
    let kinds = runner.canCancel ? 2 : 1
    let order = runOrder(engines.count * kinds, blocks: options.runs, seed: options.sample.seed)
    var figures = [[[Figure: Double]]](
      repeating: Array(repeating: [:], count: engines.count), count: options.runs)
    progress.begin(order.count)
    for (number, next) in order.enumerated() {
      let column = next.run % engines.count
      let engine = engines[column]
      progress.run(number, engine)
      try named("run \(number + 1) of \(order.count), \(engine)") {
        if next.run < engines.count {
          figures[next.block][column].merge(try runner.run(engine)) { $1 }
        } else {
          figures[next.block][column][.cancelToIdle] = try runner.runCancelled(engine)
        }
      }
    }
    let runs = figures.enumerated().flatMap { block, columns in
      columns.enumerated().map { Comparison.Run(block: block, column: $0, figures: $1) }
    }
    return Comparison(workload: options.workload.rawValue, engines: engines, runs: runs)
  }

  /// A failure with the run it came from.
  private func named<Value>(_ run: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as FreshProcess.Failure {
      if case .stopped = error { throw error }
      throw RunFailure(reason: "\(run): \(error)")
    } catch let error as RunFailure {
      throw RunFailure(reason: "\(run): \(error.reason)")
    }
  }

  // MARK: What came of them

  private func tell(_ comparison: Comparison) throws {
    let record = Record(comparison)
    let table = ComparisonTable(comparison)
    if options.json {
      Terminal.output.write(String(decoding: try record.json(), as: UTF8.self))
    } else {
      Terminal.output.write(table.text(Style(usesColor: Terminal.output.usesColor)))
    }
    if let place {
      try place.write(record.json(), as: "Results/\(comparison.workload).json")
      try place.show(table.markdown(record), at: "compare:\(comparison.workload)")
    }
  }
}
