import Engine
import Engines
import Foundation
import Measurement
import SampleServer
import Transport
import Workloads

/// One run of `pipeline thumbnails`, from its options to its exit status. Used on the main thread only.
final class ThumbnailsSession {
  private let options: ThumbnailsCommand
  private let server: SampleServer?
  private let thumbnails: ThumbnailRun
  private let meter: RunMeter
  private let display: any ThumbnailDisplay
  private let log: TraceLog?
  private let loop = MainLoop()

  /// - Throws: `OutputError`, when nothing can be written into the folder.
  init(_ options: ThumbnailsCommand) throws {
    self.options = options
    let output = try OutputFolder(options.out)
    server = options.list == nil ? try SampleServer.start(faults: options.sample.faults) : nil
    let source = options.list ?? server.map { "\($0.url)/monarchs.json" } ?? ""
    log = try options.traces.makeLog()
    let engine = options.engine.engine.makeEngine(reporting: .main, watcher: log?.watcher)
    let isLive = !options.verbose && Terminal.error.isInteractive
    // With --json, lines are told only to who asks for them.
    let lines: Terminal? = isLive || options.json && !options.verbose ? nil : options.json ? .error : .output
    let activity = ActivityIndicator { LineThumbnailDisplay.tell($0, to: lines) }
    thumbnails = ThumbnailRun(
      engine: engine,
      transport: Transport(options.transfers.configuration(downloads: options.thumbnailOptions.downloads)),
      list: ListSource(argument: source),
      output: output, options: options.thumbnailOptions, activity: activity)
    meter = RunMeter(queue: engine.reportQueue, log: log)
    let title =
      "pipeline thumbnails · \(options.engine.engine.rawValue) · \(oneLine(source)) → \(oneLine(options.out))"
    display =
      isLive
      ? LiveThumbnailDisplay(.error, title: title, run: thumbnails, activity: activity)
      : LineThumbnailDisplay(lines, run: thumbnails)
  }

  func run() -> Int32 {
    let interrupts = Interrupts(
      stop: { [thumbnails, meter] in
        meter.cancelled()
        thumbnails.cancel()
      },
      leave: {
        RawTerminal.restore()
        if Terminal.error.isInteractive { Terminal.error.write(LiveFrame.showCursor) }
      })
    defer { withExtendedLifetime(interrupts) {} }

    if let log { thumbnails.onJobs = { log.photo($0, $1, jobs: $2) } }
    thumbnails.onList = { [display] in display.listed() }
    thumbnails.onChange = { [display, meter] thumbnail in
      if thumbnail.photo.state == .filtered { meter.shown() }
      display.changed(thumbnail)
    }
    thumbnails.onEnd = { [unowned self] in
      loop.stop(options.traces.write(log, engine: options.engine.engine.rawValue, status: end()))
    }
    display.start()
    meter.start()
    thumbnails.start()
    return loop.run()
  }

  /// Tells what was done.
  /// - Returns: the exit status.
  private func end() -> Int32 {
    let figures = meter.stop()
    display.stop()
    server?.stop()
    if let error = thumbnails.error {
      Terminal.error.write("pipeline: \(error)\n")
      return error is OutputError ? ExitStatus.cannotWrite : ExitStatus.noList
    }
    let summary = ThumbnailSummary(
      engine: options.engine.engine.rawValue, out: options.out, run: thumbnails, figures: figures)
    if options.json {
      Terminal.output.write(((try? summary.json()) ?? "{}") + "\n")
    } else {
      Terminal.output.write(summary.text(Style(usesColor: Terminal.output.usesColor), Terminal.output))
    }
    if thumbnails.isCancelled { return ExitStatus.interrupted }
    return summary.hasFailures ? ExitStatus.somePhotosFailed : ExitStatus.success
  }
}
