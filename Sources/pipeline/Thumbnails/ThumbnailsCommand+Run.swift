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
    let source = list.map(ListSource.init(argument:)) ?? session.samples("monarchs.json")
    let events = reporting.display.events(json: reporting.json)
    let activity = ActivityIndicator { isOn in
      DispatchQueue.main.async { events?.write("loading: \(isOn ? "on" : "off")\n") }
    }
    let run = ThumbnailRun(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: downloads)),
      list: source, output: output, options: thumbnailOptions, activity: activity)
    let display = ThumbnailDisplay(
      run, title: session.title("pipeline thumbnails", list ?? "\(source)", out: out), activity: activity,
      isQuiet: reporting.display.quiet, events: events)
    display.onKey = { [meter = session.meter] key in
      // Not on the main queue: that may be what holds the run up.
      if key == .letter("q") || key == .letter("Q") {
        meter.cancelled()
        return run.cancel()
      }
      DispatchQueue.main.async { display.answer(key) }
    }
    run.onList = display.listed
    run.onChange = { [meter = session.meter] thumbnail in
      if thumbnail.photo.state == .filtered { meter.shown() }
      display.changed(thumbnail.photo)
    }
    return session.run(run, display) { [unowned session] figures in
      let summary = RunSummary(run, session, out: out, figures: figures)
      if let error = run.error {
        report(error)
      } else {
        summary.show(json: reporting.json, isQuiet: reporting.display.quiet, insteadOf: nil)
      }
      return ExitStatus.of(run, isAsExpected: summary.record.isAsExpected)
    }
  }
}
