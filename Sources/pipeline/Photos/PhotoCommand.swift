import ArgumentParser
import Foundation
import Measurement
import PhotoLists
import Transport
import Workloads

/// A command that fills a folder with the photos of a list. It shares the way from the options to the exit status.
protocol PhotoCommand: SessionCommand {
  /// The first words of the live display.
  static var title: String { get }
  var out: String { get }
  var downloads: Int { get }
  var folder: FolderOptions { get }
  /// The names of the files, or nil if the list determines them.
  var part: PartOptions? { get }

  /// Returns the plan, apart from what all of these commands share.
  /// - Parameter server: The address of the sample server, or nil if it isn't used.
  func plan(_ server: String?) throws -> RunPlan
  @MainActor func makeDisplay(_ run: PhotoRun, _ session: Session, title: String) -> RunDisplay
}

extension PhotoCommand {
  var outputs: [NamedFile] { folder.outputs + traces.outputs }
  var others: [NamedFile] { inputs + [NamedFile("--out", out)] }

  /// Rejects options that conflict.
  /// - Parameter remakesSamples: Whether every run makes the sample photos again.
  /// - Throws: `ValidationError`.
  func refuseConflicts(remakesSamples: Bool = true) throws {
    try refuseEmpty(out, of: "--out")
    try check("--downloads", downloads, atLeast: 1)
    try folder.refuseConflicts(traces, remakesSamples: remakesSamples && usesSampleServer)
    try transfers.refuseConflicts(downloads: downloads)
    try sample.refuseConflicts(isServed: usesSampleServer, transfers, part)
  }

  @MainActor func status() throws -> Int32 {
    try folder.check()
    let session = try Session(self)
    try session.list.check()
    var plan = try plan(session.server?.url)
    if !plan.keeps { try refuseOwnFolder(session.list) }
    // Running the samples again, for example with a different engine, should repeat the work.
    plan.force = folder.force || session.server != nil && !plan.keeps
    plan.downloads = downloads
    plan.refresh = folder.refresh && !folder.dryRun
    plan.verifies = folder.verify
    plan.part = try part?.listPart(isNumbered: plan.keeps) ?? ListPart()
    let run = (plan.isGrouped ? ThumbnailRun.self : PhotoRun.self).init(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: downloads)),
      list: session.list, output: try OutputFolder(out, folder.whenInUse, isDry: folder.dryRun), plan: plan)
    if folder.dryRun { return session.preview(run, out: out) }
    let display = makeDisplay(run, session, title: session.title(Self.title, out: out))
    run.pipeline.reportsStarts = display.showsEvents
    let shown = plan.keeps ? nil : plan.isGrouped ? Photo.State.filtered : .downloaded
    return session.run(run, display, shown: shown) { [unowned session] figures in
      let summary = RunSummary(run, session, out: out, figures: figures)
      summary.show(options, insteadOf: run.tally.settled == run.tally.cancelled ? run.error : nil)
      return folder.write(
        failuresOf: run, status: ExitStatus.of(run, isAsExpected: summary.record.isAsExpected))
    }
  }

  @MainActor func makeDisplay(_ run: PhotoRun, _ session: Session, title: String) -> RunDisplay {
    PhotoDisplay(run, title: title, options)
  }

  /// Rejects an output folder that contains the originals, because the next run would filter the filtered photos again.
  private func refuseOwnFolder(_ list: ListSource) throws {
    let photos =
      switch list {
      case .photos(let photos), .reading(.photos(let photos), _, _): photos
      default: [String]()
      }
    let place = URL(fileURLWithPath: out).resolvingSymlinksInPath().path
    for photo in photos where !photo.contains("://") {
      let folder = URL(fileURLWithPath: photo).deletingLastPathComponent().resolvingSymlinksInPath().path
      guard folder == place else { continue }
      throw ValidationError(
        "“\(oneLine(photo))” is in the output folder: name another folder with --out.")
    }
  }
}

extension RunPlan {
  /// The noun for an entry of the list.
  var noun: String { keeps ? "file" : isGrouped ? "thumbnail" : "photo" }
  /// The state of an entry that is done.
  var done: String { keeps ? "saved" : isGrouped ? "written" : "filtered" }
}

extension RunSummary {
  /// Creates the summary of a run that filled a folder.
  fileprivate init(_ run: PhotoRun, _ session: Session, out: String, figures: [Figure: Double]) {
    let (tally, plan, groups) = (run.tally, run.plan, (run as? ThumbnailRun)?.groups)
    var record = RunRecord(
      run, session, out: out, figures: figures,
      formerly: plan.keeps ? \.saved : plan.isGrouped ? \.written : \.filtered)
    record.groups = groups?.count
    // The bytes of an original that isn't complete may be in a partial file, so they aren't wasted.
    if plan.keeps { record.bytesWasted = nil }
    self.init(
      record,
      "\(counted(tally.done, plan.noun)) \(plan.done)"
        + (tally.resumed > 0 ? " (\(tally.resumed) resumed)" : ""),
      stopped: groups.map { $0.isEmpty ? "Quit before the list arrived" : "Quit" } ?? "Interrupted",
      again: plan.keeps ? "fetch them again" : "redo them")
    allFailures = "with --json or --failures"
    if record.interrupted {
      let rest = run.total == tally.listed ? "" : "The list was not read to its end. "
      notes.insert("\(rest)The same command continues from here.", at: 0)
    }
    notes += Photo.Replaced.allCases.compactMap { kind in
      run.replaced[kind].map { "\($0) replaced a file that \(kind.words)." }
    }
    if let groups { notes = Self.lines(of: groups) + notes }
  }

  /// Returns rows of thumbnails that fit on the terminal, one or more for each group.
  private static func lines(of groups: [ThumbnailGroup]) -> [String] {
    let names = min(24, groups.map { columns($0.name) }.max() ?? 0)
    let room = max(20, Terminal.output.size.columns - 5 - names)
    return groups.flatMap { group in
      let marks = group.photos.map { photo in
        oneLine("\(photo.hasFailed ? "✗" : photo.needsWork ? "·" : "✓") \(photo.name)")
      }
      let rows = folded(marks, "  ", to: room)
      return (rows.isEmpty ? [""] : rows).enumerated().map { row, marks in
        "\(fitted(row == 0 ? group.name : "", to: names))  \(marks)"
      }
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
