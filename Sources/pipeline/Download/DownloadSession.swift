import Engine
import Engines
import Foundation
import Measurement
import SampleServer
import Transport
import Workloads

/// One run of `pipeline download`, from its options to its exit status. Used on the main thread only.
final class DownloadSession {
  private let options: DownloadCommand
  private let server: SampleServer?
  private let list: ListSource
  private let batch: Batch
  private let meter: RunMeter
  private let displays: [any BatchDisplay]
  private let log: TraceLog?
  private let loop = MainLoop()

  /// - Throws: `OutputError`, when nothing can be written into the folder.
  init(_ options: DownloadCommand) throws {
    self.options = options
    let output = try OutputFolder(options.out)
    server = options.usesSampleServer ? try SampleServer.start(faults: options.sample.faults) : nil
    let sample = server.map { "\($0.url)/photos.plist" }
    list =
      try options.search.list(sampleServer: server?.url)
      ?? ListSource(argument: options.list ?? sample ?? "")
    var batchOptions = options.batchOptions
    batchOptions.ownServer = server?.url
    log = try options.traces.makeLog()
    let engine = options.engine.engine.makeEngine(reporting: .main, watcher: log?.watcher)
    batch = Batch(
      engine: engine, transport: Transport(options.transfers.configuration(downloads: options.downloads)),
      list: list, output: output,
      options: batchOptions)
    meter = RunMeter(queue: engine.reportQueue, log: log)

    var displays: [any BatchDisplay] = []
    if options.json { displays.append(JSONBatchDisplay(.output)) }
    if options.verbose {
      displays.append(LineBatchDisplay(options.json ? .error : .output))
    } else if Terminal.error.isInteractive {
      let title =
        "pipeline download · \(options.engine.engine.rawValue) · \(oneLine("\(list)")) → \(oneLine(options.out))"
      displays.append(LiveBatchDisplay(.error, title: title, batch: batch))
    }
    self.displays = displays
  }

  func run() -> Int32 {
    let interrupts = Interrupts(
      stop: { [batch, meter] in
        meter.cancelled()
        batch.cancel()
      },
      leave: { Terminal.error.isInteractive ? Terminal.error.write(LiveFrame.showCursor) : () })
    defer { withExtendedLifetime(interrupts) {} }

    if let log { batch.onJobs = { log.photo($0, $1, jobs: $2) } }
    batch.onStart = { [displays] file in for display in displays { display.started(file) } }
    batch.onSettle = { [displays, meter] file in
      if case .saved = file.state { meter.shown() }
      for display in displays { display.settled(file) }
    }
    batch.onEnd = { [unowned self] in
      loop.stop(options.traces.write(log, engine: options.engine.engine.rawValue, status: end()))
    }

    for display in displays { display.start() }
    meter.start()
    batch.start()
    return loop.run()
  }

  /// Tells what was done.
  /// - Returns: the exit status.
  private func end() -> Int32 {
    let figures = meter.stop()
    for display in displays { display.stop() }
    server?.stop()
    let misnamed = server == nil ? [] : SampleCatalog.misnamed
    let summary = BatchSummary(
      engine: options.engine.engine.rawValue, out: options.out, batch: batch, misnamed: misnamed,
      figures: figures)
    if let error = batch.error, batch.tally.listed == 0 {
      Terminal.error.write("pipeline: \(describe(error))\n")
    } else {
      let terminal = options.json ? Terminal.error : .output
      terminal.write(summary.text(Style(usesColor: terminal.usesColor)))
    }
    return status(summary)
  }

  private func status(_ summary: BatchSummary) -> Int32 {
    if batch.isCancelled { return ExitStatus.interrupted }
    switch batch.error {
    case is OutputError: return ExitStatus.cannotWrite
    case .some: return ExitStatus.noList
    case nil: return summary.isAsExpected ? ExitStatus.success : ExitStatus.somePhotosFailed
    }
  }
}
