import Engine
import Engines
import Measurement
import SampleServer
import Transport
import Workloads

/// One run of `pipeline poster`, from its options to its exit status. Used on the main thread only.
final class PosterSession {
  private let options: PosterCommand
  private let server: SampleServer?
  private let list: ListSource
  private let poster: PosterRun
  private let meter: RunMeter
  private let display: PosterDisplay
  private let log: TraceLog?
  private let loop = MainLoop()

  /// - Throws: `OutputError`, when the poster cannot be written.
  init(_ options: PosterCommand) throws {
    self.options = options
    let output = try OutputFile(options.out)
    let runOptions = options.poster.runOptions(seed: options.sample.seed)
    server = options.usesSampleServer ? try SampleServer.start(faults: options.sample.faults) : nil
    let sample = server.map { "\($0.url)/photos.jsonl?count=\(runOptions.entries)" }
    list =
      try options.search.list(sampleServer: server?.url)
      ?? ListSource(argument: options.list ?? sample ?? "")
    log = try options.traces.makeLog()
    let engine = options.engine.engine.makeEngine(reporting: .main, watcher: log?.watcher)
    poster = PosterRun(
      engine: engine, transport: Transport(options.transfers.configuration(downloads: runOptions.downloads)),
      list: list, output: output, options: runOptions)
    meter = RunMeter(queue: engine.reportQueue, log: log)
    let title =
      "pipeline poster · \(options.engine.engine.rawValue) · \(oneLine("\(list)")) → \(oneLine(options.out))"
    display = PosterDisplay(
      title: title, run: poster, lines: options.verbose ? options.json ? .error : .output : nil,
      live: Terminal.error.isInteractive && !options.verbose ? .error : nil, showsPreview: options.preview)
  }

  func run() -> Int32 {
    let interrupts = Interrupts(
      stop: { [poster, meter] in
        meter.cancelled()
        poster.cancel()
      },
      leave: { Terminal.error.isInteractive ? Terminal.error.write(LiveFrame.showCursor) : () })
    defer { withExtendedLifetime(interrupts) {} }

    if let log { poster.onJobs = { log.photo($0, $1, jobs: $2) } }
    poster.onSettle = { [meter, display] name, outcome in
      if outcome == .drawn { meter.shown() }
      display.settled(name, outcome)
    }
    poster.onLayer = { [display] layers, picture in display.written(layers, picture) }
    poster.onEnd = { [unowned self] in
      loop.stop(options.traces.write(log, engine: options.engine.engine.rawValue, status: end()))
    }

    display.start()
    meter.start()
    poster.start()
    return loop.run()
  }

  /// Tells what was done.
  /// - Returns: the exit status.
  private func end() -> Int32 {
    let figures = meter.stop()
    display.stop()
    server?.stop()
    let summary = PosterSummary(
      engine: options.engine.engine.rawValue, list: "\(list)", out: options.out, run: poster,
      misnamed: server == nil ? [] : SampleCatalog.misnamed, figures: figures)
    if options.json {
      Terminal.output.write(((try? summary.json()) ?? "{}") + "\n")
    } else if let error = poster.error, summary.drawn == 0 {
      Terminal.error.write("pipeline: \(describe(error))\n")
    } else {
      Terminal.output.write(summary.text(Style(usesColor: Terminal.output.usesColor)))
    }
    return status(summary)
  }

  private func status(_ summary: PosterSummary) -> Int32 {
    if poster.isCancelled { return ExitStatus.interrupted }
    switch poster.error {
    case is OutputError: return ExitStatus.cannotWrite
    case .some: return ExitStatus.noList
    case nil:
      return summary.failed.allSatisfy(\.isExpected) ? ExitStatus.success : ExitStatus.somePhotosFailed
    }
  }
}
