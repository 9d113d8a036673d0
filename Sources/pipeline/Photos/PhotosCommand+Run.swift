import ArgumentParser
import Foundation
import Measurement
import PhotoLists
import Transport
import Workloads

extension PhotosCommand {
  func status() throws -> Int32 {
    let given = try input.source(isQuiet: reporting.display.quiet)
    try files.check()
    if case .photos(let photos)? = given { try refuseOwnFolder(photos) }
    let session = try Session(engine, traces, sample: given == nil ? sample : nil)
    let source = given ?? session.samples("photos.plist")
    let list = input.reading(source)
    let transport = Transport(transfers.configuration(downloads: photos.pipeline.downloads))
    var options = photos.runOptions
    options.name = files.name
    options.shard = try part.part()
    options.fansOut = part.fanOut
    // A second try on the samples, with another engine or option, should do the work again.
    if session.server != nil { options.force = true }
    if files.dryRun {
      defer { session.server?.stop() }
      var dry = DryRun(
        source: list, transport: transport, out: out, ending: "." + options.format.fileExtension,
        replaces: options.force, part: options.part, broken: session.broken)
      return try dry.show(on: .output, isQuiet: reporting.display.quiet)
    }
    let run = PhotoRun(
      engine: session.engine, transport: transport, list: list, output: try OutputFolder(out),
      options: options)
    let display = PhotoDisplay(
      run, title: session.title("pipeline", "\(source)", out: out), reporting,
      records: jsonLines ? .output : nil)
    run.onChange = { [meter = session.meter] photo in
      if photo.state == .downloaded { meter.shown() }
      if photo.state == .filtered { meter.filtered() }
      display.changed(photo)
    }
    run.onSettle = display.settled
    return session.run(run, display) { [unowned session] figures in
      let summary = RunSummary(run, session, list: "\(source)", out: out, figures: figures)
      summary.show(
        json: reporting.json, isQuiet: reporting.display.quiet, on: jsonLines ? .error : .output,
        insteadOf: run.tally.listed == 0 ? run.error : nil)
      return files.write(
        run.failures, status: ExitStatus.of(run, isAsExpected: summary.record.isAsExpected))
    }
  }

  /// Filtered photos that take the place of their originals would be filtered again by the next run.
  private func refuseOwnFolder(_ photos: [String]) throws {
    let place = URL(fileURLWithPath: out).resolvingSymlinksInPath().path
    for photo in photos where !photo.contains("://") {
      let folder = URL(fileURLWithPath: photo).deletingLastPathComponent().resolvingSymlinksInPath().path
      guard folder == place else { continue }
      throw ValidationError(
        "“\(oneLine(photo))” is in the folder that the sepia photos go into; name another one with --out.")
    }
  }
}

extension RunSummary {
  /// The summary of the main job.
  fileprivate init(_ run: PhotoRun, _ session: Session, list: String, out: String, figures: RunFigures) {
    var record = RunRecord(
      run, session, out: out, bytes: (run.bytes.received, run.bytes.wasted), figures: figures)
    record.list = list
    record.part = ListPlace(run.part)
    record.listed = run.tally.listed
    record.filtered = run.tally.done
    record.replaced = run.replaced.values.reduce(0, +)
    record.skipped = run.tally.skipped
    self.init(record, isEmpty: run.tally.listed == 0, "\(counted(run.tally.done, "photo")) filtered")
    allFailures = "with --json or --failures"
    if run.tally.skipped > run.leftToOthers, record.error == nil {
      notes.append("Existing files were kept; use --force to redo them.")
    }
    if run.leftToOthers > 0 {
      let photos = counted(run.leftToOthers, "photo is", "photos are")
      notes.append("\(photos) being made by another run, and left to it.")
    }
    notes += Photo.Replaced.allCases.compactMap { kind in
      run.replaced[kind].map { "\($0) replaced a file that \(kind.words)." }
    }
  }
}

extension Photo.Replaced {
  fileprivate var words: String {
    switch self {
    case .empty: "was empty"
    case .otherURL: "came from another URL"
    case .otherSettings: "had other settings"
    case .olderOriginal: "came from an older original"
    }
  }
}
