import ArgumentParser
import Measurement
import PhotoLists
import Transport
import Workloads

/// A command that runs a plan for the photos of a list. It shares the way from the options to the exit status.
protocol PhotoCommand: StatusCommand, TakesPhotos, WritesFiles {
  var out: String { get }
  var engine: EngineOptions { get }
  var downloads: Int { get }
  var force: Bool { get }
  var refresh: Bool { get }
  var files: FileOptions { get }
  var folder: FolderOptions { get }
  var part: ShardOptions { get }
  var traces: TraceOptions { get }
  var sample: SampleOptions { get }
  var reporting: ReportingOptions { get }
  /// Whether the sample server is needed.
  var usesSampleServer: Bool { get }

  /// Returns the plan, apart from what all of these commands share.
  @MainActor func plan(_ session: Session) throws -> RunPlan
  /// Returns a source that takes precedence over the arguments.
  @MainActor func source(_ session: Session) throws -> ListSource?
  /// Rejects a source that doesn't suit the other options.
  func refuse(_ source: ListSource) throws
}

extension PhotoCommand {
  var usesSampleServer: Bool { !input.isGiven }
  var outputs: [NamedFile] { files.outputs + traces.outputs }
  var others: [NamedFile] {
    NamedFile.inputs(input.arguments) + transfers.inputs + [NamedFile("--out", out)] + reporting.outputs
  }

  @MainActor func source(_ session: Session) -> ListSource? { nil }
  func refuse(_ source: ListSource) {}

  /// Rejects options that conflict.
  /// - Parameter remakesSamples: Whether the run makes the sample photos, which every run makes again.
  /// - Throws: `ValidationError`.
  func refuseConflicts(remakesSamples: Bool) throws {
    try refuseEmpty(out, of: "--out")
    try files.refuseConflicts(traces)
    try folder.refuseConflicts(force: force, refresh: refresh, remakesSamples: remakesSamples)
    try transfers.refuseConflicts(downloads: downloads)
    try sample.refuseConflicts(isServed: usesSampleServer, transfers, part)
  }

  @MainActor func status() throws -> Int32 {
    let given = try input.source(isQuiet: reporting.quiet)
    try files.check()
    if let given { try refuse(given) }
    let session = try Session(engine, traces, sample: usesSampleServer ? sample : nil)
    let source = try source(session) ?? given ?? session.samples("photos.plist")
    let list = input.reading(source)
    try list.check()
    var plan = try plan(session)
    plan.downloads = downloads
    plan.refresh = refresh && !files.dryRun
    plan.verifies = folder.verify
    plan.part = ListPart(
      try part.part(), name: files.name, isNumbered: plan.part.isNumbered, fansOut: part.fanOut)
    let run = PhotoRun(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: downloads)), list: list,
      output: try OutputFolder(out, folder.whenInUse, isDry: files.dryRun), plan: plan)
    if files.dryRun { return session.preview(run, list: "\(source)", out: out, reporting) }
    let title = plan.keeps ? "pipeline download" : "pipeline"
    let display = PhotoDisplay(run, title: session.title(title, "\(source)", out: out), reporting)
    display.isTyped = input.isTyped
    run.pipeline.reportsStarts = display.showsEvents
    run.onChange = { [meter = session.meter] photo in
      if photo.state == .downloaded { meter.shown() }
      if photo.state == .filtered, !photo.isUnchanged, !plan.keeps { meter.filtered() }
      display.changed(photo)
    }
    run.onOutcome = { [meter = session.meter] outcome in
      if plan.keeps, outcome.kind == .done { meter.shown() }
      display.settled(outcome)
    }
    return session.run(run, display) { [unowned session] figures in
      let summary = RunSummary(run, session, list: "\(source)", out: out, figures: figures)
      let isEmpty = run.tally.settled == run.tally.cancelled
      summary.show(reporting, insteadOf: isEmpty ? run.error : nil)
      return files.write(
        run.failures, status: ExitStatus.of(run, isAsExpected: summary.record.isAsExpected))
    }
  }
}

extension RunSummary {
  /// Creates the summary of a run that filtered or saved photos.
  fileprivate init(_ run: PhotoRun, _ session: Session, list: String, out: String, figures: [Figure: Double])
  {
    let (tally, keeps) = (run.tally, run.plan.keeps)
    var record = RunRecord(
      run, session, list: list, out: out, done: keeps ? \.saved : \.filtered, figures: figures)
    // The bytes of an original that isn't complete may be in a partial file, so they aren't wasted.
    if keeps { record.bytesWasted = nil }
    self.init(
      record, isEmpty: tally.listed == 0,
      (keeps ? "\(counted(tally.done, "file")) saved" : "\(counted(tally.done, "photo")) filtered")
        + (tally.resumed > 0 ? " (\(tally.resumed) resumed)" : ""),
      again: keeps ? "fetch them again" : "redo them")
    allFailures = "with --json or --failures"
    if record.interrupted {
      let rest = run.total == tally.listed ? "" : "The list was not read to its end. "
      notes.insert("\(rest)The same command continues from here.", at: 0)
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
