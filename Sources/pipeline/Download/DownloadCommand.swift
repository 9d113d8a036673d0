import ArgumentParser
import Measurement
import PhotoLists
import Transport
import Workloads

struct DownloadCommand: StatusCommand, TakesPhotos, WritesFiles {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Download the images of a list or a search, unchanged.",
    usage: "pipeline download [<options>] [<list or photos> ...]", discussion: discussion("download"))

  static let details = """
    Images are named “Image 1.png”, “Image 2.jpg”, … after their positions and formats, and their bytes are \
    unchanged. To continue a download, run the same command again: complete files are not fetched again, and partial \
    files are resumed if the server allows it.

    A folder holds one batch. Another list or search is refused, unless --force replaces the earlier images number by \
    number, or --name gives them the list's names. Use --out to give each batch its own folder.

      pipeline download                             the sample photos
      pipeline download --search "mountain lake"    the matching sample photos
      pipeline download --search "mountain lake" --search-url openverse
      pipeline download --search lake \\
        --search-url 'https://example.org/find?q={query}' \\
        --search-items /results --search-link /image/href

    Exit status: 0 every file is there, 3 some are not, 64 wrong usage, 66 no list or nothing found, \
    73 cannot write, 130 interrupted.
    """

  @OptionGroup var input: ListOptions

  @OptionGroup var search: SearchOptions

  @Option(name: .shortAndLong, help: .about("The output folder.", "folder"), completion: .directory)
  var out = "images"

  @OptionGroup var engine: EngineOptions

  @Option(help: .about("Files downloaded at a time.", "n"))
  var downloads = DownloadSettings().downloads

  @Flag(
    help: .rare(
      """
      Also keep files that are not images, or only parts of images. Such files get their extension from the URL or \
      Content-Type, as in “Image 4.html”, or otherwise “.bin”.
      """))
  var any = false

  @Flag(help: "Fetch everything again, and replace existing files.")
  var force = false

  @OptionGroup var folder: FolderOptions

  @OptionGroup var files: FileOptions

  @Flag(help: .rare("Fetch existing files again if the server says that they have changed."))
  var refresh = false

  @OptionGroup(title: "Downloads", visibility: .rare) var transfers: TransferOptions

  @OptionGroup(title: "More than one machine", visibility: .rare) var part: ShardOptions

  @OptionGroup(title: "Traces", visibility: .rare) var traces: TraceOptions

  @OptionGroup(title: "Sample server, if no list is given", visibility: .rare) var sample: SampleOptions

  @OptionGroup var reporting: ReportingOptions

  var outputs: [NamedFile] { files.outputs + traces.outputs }
  var others: [NamedFile] {
    NamedFile.inputs(input.arguments) + transfers.inputs + [NamedFile("--out", out)] + reporting.outputs
  }

  func validate() throws {
    try refuseEmpty(out, of: "--out")
    if input.isGiven, search.search != nil { throw ValidationError("give a list or --search, not both.") }
    try transfers.refuseConflicts(downloads: downloads)
    try sample.refuseConflicts(isServed: usesSampleServer, transfers, part)
    try files.refuseConflicts(traces)
    try refuseBoth(force: force, refresh: refresh)
    try check("--downloads", downloads, atLeast: 1)
  }

  private var usesSampleServer: Bool { !input.isGiven && search.searchURL == nil }

  private func downloadSettings(ownServer: String?) throws -> DownloadSettings {
    var settings = DownloadSettings()
    settings.downloads = downloads
    settings.resumes = transfers.retries
    settings.maxBytes = transfers.maxBytes
    settings.takesAny = any
    settings.force = force
    settings.part = ListPart(
      try part.part(), name: files.name, isNumbered: true, fansOut: part.fanOut)
    settings.refresh = refresh && !files.dryRun
    settings.ownServer = ownServer
    return settings
  }

  // MARK: The run

  func status() throws -> Int32 {
    let given = try input.source(isQuiet: reporting.quiet)
    try files.check()
    let session = try Session(engine, traces, sample: usesSampleServer ? sample : nil)
    let source =
      try search.list(sampleServer: session.server?.url) ?? given ?? session.samples("photos.plist")
    let settings = try downloadSettings(ownServer: session.server?.url)
    let list = input.reading(source)
    try list.check()
    let transport = Transport(transfers.configuration(downloads: downloads))
    let run = DownloadRun(
      engine: session.engine, transport: transport, list: list,
      output: try OutputFolder(out, folder.whenInUse, isDry: files.dryRun), settings: settings)
    if files.dryRun { return session.preview(run, list: "\(source)", out: out, reporting) }
    let display = DownloadDisplay(
      run, title: session.title("pipeline download", "\(source)", out: out), reporting)
    display.isTyped = input.isTyped
    if display.showsEvents { run.onStart = display.started }
    run.onRest = display.rests
    run.onOutcome = { [meter = session.meter] outcome in
      if outcome.kind == .done { meter.shown() }
      display.settled(outcome)
    }
    return session.run(run, display) { [unowned session] figures in
      let summary = RunSummary(run, session, list: "\(source)", out: out, figures: figures)
      summary.show(reporting, insteadOf: run.tally.done + run.tally.failed == 0 ? run.error : nil)
      return files.write(run.failures, status: ExitStatus.of(run, isAsExpected: summary.record.isAsExpected))
    }
  }
}

extension RunSummary {
  /// Creates the summary of a download run.
  fileprivate init(
    _ run: DownloadRun, _ session: Session, list: String, out: String, figures: [Figure: Double]
  ) {
    var record = RunRecord(run, session, list: list, out: out, done: \.saved, figures: figures)
    (record.bytesFetched, record.bytesWasted) = (run.bytesReceived, nil)
    let tally = run.tally
    self.init(
      record, isEmpty: tally.listed == 0,
      "\(counted(tally.done, "file")) saved" + (tally.replaced > 0 ? " (\(tally.replaced) had changed)" : "")
        + (run.resumed > 0 ? " (\(run.resumed) resumed)" : ""),
      again: "fetch them again")
    allFailures = "with --json or --failures"
    if record.interrupted {
      let rest = run.total == tally.listed ? "" : "The list was not read to its end. "
      notes.insert("\(rest)The same command continues from here.", at: 0)
    }
  }
}
