import Engine
import Engines
import Foundation
import Measurement
import SampleServer
import Transport
import Workloads

/// One run of `pipeline photos`, from its options to its exit status. Used on the main thread only.
final class PhotosSession {
  private let options: PhotosCommand
  private let server: SampleServer?
  private let source: String
  private let photos: PhotoRun
  private let meter: RunMeter
  private let display: any PhotoDisplay
  private let log: TraceLog?
  private let loop = MainLoop()

  /// - Throws: `OutputError`, when nothing can be written into the folder.
  init(_ options: PhotosCommand) throws {
    self.options = options
    let output = try OutputFolder(options.out)
    server = options.list == nil ? try SampleServer.start(faults: options.sample.faults) : nil
    source = options.list ?? server.map { "\($0.url)/photos.plist" } ?? ""
    let transport = Transport(options.transfers.configuration(downloads: options.photos.pipeline.downloads))
    log = try options.traces.makeLog()
    let engine = options.engine.engine.makeEngine(reporting: .main, watcher: log?.watcher)
    photos = PhotoRun(
      engine: engine, transport: transport, list: ListSource(argument: source), output: output,
      options: options.photos.runOptions)
    meter = RunMeter(queue: engine.reportQueue, log: log)

    let human = options.json ? Terminal.error : Terminal.output
    if options.verbose {
      display = LineDisplay(human)
    } else if Terminal.error.isInteractive {
      let title =
        "pipeline · \(options.engine.engine.rawValue) · \(oneLine(source)) → \(oneLine(options.out))"
      display = LiveDisplay(.error, title: title, run: photos)
    } else {
      display = NoDisplay()
    }
  }

  func run() -> Int32 {
    let interrupts = Interrupts(
      stop: { [photos, meter] in
        meter.cancelled()
        photos.cancel()
      },
      leave: { Terminal.error.isInteractive ? Terminal.error.write(LiveFrame.showCursor) : () })
    defer { withExtendedLifetime(interrupts) {} }

    if let log { photos.onJobs = { log.photo($0, $1, jobs: $2) } }
    photos.onChange = { [meter, display] photo in
      if photo.state == .downloaded { meter.shown() }
      if photo.state == .filtered { meter.filtered() }
      display.changed(photo)
    }
    photos.onSettle = { [display] photo, outcome in display.settled(photo, outcome) }
    photos.onEnd = { [unowned self] in
      loop.stop(options.traces.write(log, engine: options.engine.engine.rawValue, status: end()))
    }

    display.start()
    meter.start()
    photos.start()
    return loop.run()
  }

  /// Tells what was done.
  /// - Returns: the exit status.
  private func end() -> Int32 {
    let figures = meter.stop()
    display.stop()
    server?.stop()
    let misnamed = server == nil ? [] : SampleCatalog.misnamed
    let summary = Summary(
      engine: options.engine.engine.rawValue, list: source, out: options.out, run: photos, misnamed: misnamed,
      figures: figures)
    if options.json {
      Terminal.output.write(((try? summary.json()) ?? "{}") + "\n")
    } else if let error = photos.error, summary.listed == 0 {
      Terminal.error.write("pipeline: \(error)\n")
    } else {
      Terminal.output.write(summary.text(Style(usesColor: Terminal.output.usesColor)))
    }
    return status(summary)
  }

  private func status(_ summary: Summary) -> Int32 {
    if photos.isCancelled { return ExitStatus.interrupted }
    switch photos.error {
    case is OutputError: return ExitStatus.cannotWrite
    case .some: return ExitStatus.noList
    case nil:
      return summary.failed.allSatisfy(\.isExpected) ? ExitStatus.success : ExitStatus.somePhotosFailed
    }
  }
}
