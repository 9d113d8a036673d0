import Foundation
import Measurement
import PhotoLists
import Transport
import Workloads

extension ThumbnailsCommand {
  func status() throws -> Int32 {
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

extension RunSummary {
  /// The summary of thumbnails, by groups.
  fileprivate init(_ run: ThumbnailRun, _ session: Session, out: String, figures: RunFigures) {
    var record = RunRecord(
      run, session, out: out, bytes: (run.bytes.received, run.bytes.wasted), figures: figures)
    let photos = run.groups.flatMap(\.thumbnails).map(\.photo)
    let written = photos.count { $0.state == .filtered }
    record.groups = run.groups.count
    record.written = written
    record.cancelled = photos.count(where: \.needsWork)
    self.init(
      record, isEmpty: photos.isEmpty, "\(counted(written, "thumbnail")) written",
      stopped: run.groups.isEmpty ? "Quit before the list arrived" : "Quit")
    countsBytes = false
    notes = Self.lines(of: run.groups)
  }

  /// A line for each group, or more where it is long: its name, and its thumbnails with a mark each.
  private static func lines(of groups: [ThumbnailGroup]) -> [String] {
    let names = min(24, groups.map { columns($0.name) }.max() ?? 0)
    let room = max(20, Terminal.output.size.columns - 5 - names)
    return groups.flatMap { group in
      let marks = group.thumbnails.map(\.photo).map { photo in
        oneLine("\(photo.hasFailed ? "✗" : photo.needsWork ? "·" : "✓") \(photo.name)")
      }
      let rows = folded(marks, "  ", to: room)
      return (rows.isEmpty ? [""] : rows).enumerated().map { row, marks in
        "\(fitted(row == 0 ? group.name : "", to: names))  \(marks)"
      }
    }
  }
}
