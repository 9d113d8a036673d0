import Engine
import Engines
import Foundation
import Measurement
import PhotoLists
import SampleServer
import Workloads

/// One run of a workload, from its options to its exit status. All subcommands share it. The main queue is the engine's
/// reporting queue.
@MainActor
final class Session {
  let engine: JobEngine
  /// The server of the sample photos, or nil if a list was given.
  let server: SampleServer?
  let list: ListSource
  let meter: RunMeter
  let engineName: String
  let options: SessionOptions
  private let traces: TraceOptions
  private let isTyped: Bool
  private let log: TraceLog?
  private let loop = MainLoop<Int32>()

  /// Checks the system's limits, and creates the engine and, if needed, the sample server.
  /// - Throws: `Shortage`, `WebServerError`, `OutputError` if a trace can't be written, or the error of the list.
  init(_ command: some SessionCommand) throws {
    try Resources.check()
    (options, traces, isTyped) = (command.options, command.traces, command.isTyped)
    engineName = options.engine.rawValue
    server = command.usesSampleServer ? try SampleServer(faults: command.sample.faults) : nil
    log = try traces.makeLog()
    list = try command.source(server?.url)
    self.engine = options.engine.makeEngine(reporting: .main, watcher: log?.watcher)
    meter = RunMeter(queue: self.engine.reportQueue, log: log)
  }

  /// Returns the first line of a live display.
  func title(_ command: String, out: String) -> String {
    "\(command) · \(engineName) · \(oneLine("\(list)")) → \(oneLine(out))"
  }

  /// The names of the photos that are broken on purpose.
  nonisolated var broken: Set<String> { server == nil ? [] : SampleCatalog.broken }

  /// Runs the main loop until the workload has ended, and writes the traces.
  /// - Parameters:
  ///   - shown: The state in which a photo is first shown, or nil if it is only shown when it is done.
  ///   - measuresList: Whether the run is measured from its start, rather than from a later call of `meter.start()`.
  ///   - interrupt: Called before an interrupt cancels the run, on the thread that waits for signals. The main thread
  ///     may be stalled by the work to cancel.
  ///   - leave: Called on the same thread on the second interrupt, immediately before the process ends.
  ///   - report: Prints the result, and returns the exit status.
  func run(
    _ run: Run, _ display: RunDisplay, shown: Photo.State? = .downloaded, measuresList: Bool = true,
    interrupt: @escaping @Sendable () -> Void = {}, leave: @escaping @Sendable () -> Void = {},
    report: @escaping ([Figure: Double]) -> Int32
  ) -> Int32 {
    run.onHolder = { [unowned display, unowned run] in display.say(run.startNote) }
    run.onListWait = { [unowned display] wait in display.say("list: \(wait.note)") }
    run.onChange = { [meter] photo in
      if photo.state == shown { meter.shown() }
      if shown == .downloaded, photo.state == .filtered, !photo.isUnchanged { meter.filtered() }
      display.changed(photo)
    }
    run.onOutcome = { [meter] outcome in
      if shown == nil, outcome.kind == .done { meter.shown() }
      display.settled(outcome)
    }
    if let log { run.onJobs = { log.photo($0, $1, jobs: $2) } }
    run.onEnd = { [unowned self] in
      let figures = meter.stop()
      display.stop()
      server?.stop()
      loop.stop(traces.write(log.map { [(engineName, $0)] } ?? [], status: report(figures)))
    }
    let stop: @Sendable () -> Void = { [meter] in
      meter.cancelled()
      interrupt()
      run.cancel()
    }
    return Interrupts.during(stop: stop, leave: leave) {
      display.start(isTyped: isTyped)
      if measuresList { meter.start() }
      run.start()
      return loop.run()
    }
  }
}
