import PhotoLists
import Transport
import Workloads

extension ThumbnailsCommand {
  func run() throws { try ExitStatus.exit { try runThumbnails() } }

  /// - Returns: the exit status.
  private func runThumbnails() throws -> Int32 {
    let output = try OutputFolder(out)
    let session = try Session(engine, traces, sample: list == nil ? sample : nil)
    let source = list ?? session.server.map { "\($0.url)/monarchs.json" } ?? ""
    let isLive = reporting.display.isLive
    let lines: Terminal? = reporting.verbose ? reporting.json ? .error : .output : nil
    let activity = ActivityIndicator { LineThumbnailDisplay.report($0, on: lines) }
    let run = ThumbnailRun(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: downloads)),
      list: ListSource(argument: source), output: output, options: thumbnailOptions, activity: activity)
    let title = session.title("pipeline thumbnails", source, out: out)
    let display: any ThumbnailDisplay =
      isLive
      ? LiveThumbnailDisplay(
        .error, title: title, run: run, activity: activity,
        quit: { [meter = session.meter] in
          meter.cancelled()
          run.cancel()
        })
      : LineThumbnailDisplay(lines, run: run)
    run.onList = { display.listed() }
    run.onChange = { [meter = session.meter] thumbnail in
      if thumbnail.photo.state == .filtered { meter.shown() }
      display.changed(thumbnail)
    }
    return session.run(
      run,
      [display]
        + reporting.display.lines { [unowned run] in
          progressWords(
            run.tally.settled, of: run.groups.isEmpty ? nil : run.tally.listed, "thumbnails",
            failed: run.tally.failed)
        }, leave: { RawTerminal.restore() },
      report: { [unowned session] figures in
        let summary = RunSummary(run, engine: session.engineName, out: out, figures: figures)
        if let error = run.error {
          report(error)
        } else {
          summary.show(json: reporting.json, isQuiet: reporting.display.quiet, insteadOf: nil)
        }
        return ExitStatus.of(run, isAsExpected: summary.failures.isEmpty)
      })
  }
}
