import Foundation
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
    let events = reporting.display.events(json: reporting.json)
    let activity = ActivityIndicator { isOn in
      DispatchQueue.main.async { events?.write("loading: \(isOn ? "on" : "off")\n") }
    }
    let run = ThumbnailRun(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: downloads)),
      list: ListSource(argument: source), output: output, options: thumbnailOptions, activity: activity)
    let thumbnails = ThumbnailDisplay(
      run, title: session.title("pipeline thumbnails", source, out: out), activity: activity)
    let display = RunDisplay(
      isQuiet: reporting.display.quiet, events: events, progress: { thumbnails.progress },
      screen: thumbnails.lines)
    display.remains = thumbnails.pictures
    display.onKey = { [meter = session.meter] key in
      // Not on the main queue: that may be what holds the run up.
      if key == .letter("q") || key == .letter("Q") {
        meter.cancelled()
        return run.cancel()
      }
      DispatchQueue.main.async {
        thumbnails.answer(key)
        display.draw()
      }
    }
    run.onList = { thumbnails.listed(on: display) }
    run.onChange = { [meter = session.meter] thumbnail in
      if thumbnail.photo.state == .filtered { meter.shown() }
      thumbnails.changed(thumbnail.photo, on: display)
    }
    return session.run(
      run, display, leave: { RawTerminal.restore() },
      report: { [unowned session] figures in
        let summary = RunSummary(run, session, out: out, figures: figures)
        if let error = run.error {
          report(error)
        } else {
          summary.show(json: reporting.json, isQuiet: reporting.display.quiet, insteadOf: nil)
        }
        return ExitStatus.of(run, isAsExpected: summary.failures.isEmpty)
      })
  }
}
