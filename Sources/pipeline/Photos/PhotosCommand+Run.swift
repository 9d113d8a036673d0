import PhotoLists
import Transport
import Workloads

extension PhotosCommand {
  func run() throws { try ExitStatus.exit { try runPhotos() } }

  /// - Returns: the exit status.
  private func runPhotos() throws -> Int32 {
    let given = try input.source()
    let output = try OutputFolder(out)
    let session = try Session(engine, traces, sample: given == nil ? sample : nil)
    let source = given ?? .url(session.server.map { "\($0.url)/photos.plist" } ?? "")
    var options = photos.runOptions
    options.shard = try part.part()
    options.fansOut = part.fanOut
    // Whoever tries another engine or option on the samples wants to see it work.
    if session.server != nil { options.force = true }
    let run = PhotoRun(
      engine: session.engine,
      transport: Transport(transfers.configuration(downloads: photos.pipeline.downloads)),
      list: source, output: output, options: options)
    let display = display(of: run, title: session.title("pipeline", "\(source)", out: out))
    run.onChange = { [meter = session.meter] photo in
      if photo.state == .downloaded { meter.shown() }
      if photo.state == .filtered { meter.filtered() }
      display.changed(photo)
    }
    run.onSettle = { photo, outcome in display.settled(photo, outcome) }
    return session.run(run, [display]) { [unowned session] figures in
      let summary = PhotosSummary(
        engine: session.engineName, list: "\(source)", out: out, run: run, broken: session.broken,
        figures: figures)
      summary.show(json: reporting.json, insteadOf: summary.listed == 0 ? run.error : nil)
      return ExitStatus.of(run, isAsExpected: summary.failed.allSatisfy(\.isExpected))
    }
  }

  private func display(of run: PhotoRun, title: String) -> any PhotoDisplay {
    if reporting.verbose { return LinePhotoDisplay(reporting.json ? .error : .output) }
    return Terminal.error.isInteractive ? LivePhotoDisplay(.error, title: title, run: run) : NoPhotoDisplay()
  }
}
