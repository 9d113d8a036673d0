import ArgumentParser
import Foundation
import Measurement
import PhotoLists
import Transport
import Workloads

struct PhotosCommand: StatusCommand, TakesPhotos, WritesFiles {
  static let configuration = CommandConfiguration(
    commandName: "photos", abstract: "Download, filter and write the photos of a list.",
    usage: "pipeline photos [<options>] [<list or photos> ...]", discussion: discussion("photos"))

  static let details = """
    A list is a property list (a dictionary of name and URL), JSON (an object of name and URL, or an array of \
    {"name", "url"}), JSON Lines, CSV or TSV with a column “url” or “image_url”, or plain text with one URL per line. \
    Instead of a list, you can give photos (pipeline *.jpg), folders of photos, or file names (ls *.jpg | pipeline -). \
    Photos are PNG or JPEG.

    Exit status: 0 every photo is there, 3 some are not, 64 wrong usage, 66 no list, 73 cannot write, \
    130 interrupted.
    """

  @OptionGroup var input: ListOptions

  @Option(name: .shortAndLong, help: .about("The output folder.", "folder"), completion: .directory)
  var out = "sepia"

  @OptionGroup var engine: EngineOptions
  @OptionGroup var files: FileOptions
  @OptionGroup var pipeline: PipelineOptions
  @OptionGroup var filter: FilterOptions

  @Option(
    help: .rare(
      "The maximum number of photos in progress, which limits memory use (default: twice --downloads and --filters "
        + "together, at least \(DefaultWidths.ahead)).", "n"))
  var ahead: Int?

  @OptionGroup var picture: PictureOptions

  @Flag(help: .rare("Refused since 0.2.0. Run the program in a container to confine what decodes photos."))
  var isolate = false

  @Flag(help: "Redo photos that already exist.")
  var force = false

  @OptionGroup var folder: FolderOptions

  @Flag(
    help: .rare("Rebuild photos that already exist if the server says that the original has changed since."))
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
    try check("--ahead", ahead, atLeast: 1)
    try refuseBoth(force: force, refresh: refresh)
    if isolate {
      throw ValidationError(
        "--isolate no longer exists: leave it out, and run the program in a container to confine it.")
    }
    if refresh, !input.isGiven {
      throw ValidationError("--refresh is for a list: every run makes the sample photos again. Leave it out.")
    }
    try files.refuseConflicts(traces)
    try refuseEmpty(out, of: "--out")
    try transfers.refuseConflicts(downloads: pipeline.downloads)
    try sample.refuseConflicts(isServed: !input.isGiven, transfers, part)
  }

  private func photoSettings() throws -> PhotoSettings {
    var settings = PhotoSettings()
    settings.downloads = pipeline.downloads
    settings.filters = pipeline.filters
    settings.ahead = ahead
    settings.recipe = picture.recipe
    settings.recipe.filter = filter.filter
    settings.recipe.limits.maxPixels = pipeline.maxPixels
    settings.format = picture.pictureFormat
    settings.part = ListPart(try part.part(), name: files.name, fansOut: part.fanOut)
    settings.force = force
    settings.refresh = refresh && !files.dryRun
    return settings
  }

  // MARK: The run

  func status() throws -> Int32 {
    let given = try input.source(isQuiet: reporting.quiet)
    try files.check()
    if case .photos(let photos)? = given { try refuseOwnFolder(photos) }
    let session = try Session(engine, traces, sample: given == nil ? sample : nil)
    let source = given ?? session.samples("photos.plist")
    let list = input.reading(source)
    try list.check()
    let transport = Transport(transfers.configuration(downloads: pipeline.downloads))
    var settings = try photoSettings()
    // Running the samples again, for example with a different engine, should repeat the work.
    if session.server != nil { settings.force = true }
    let run = PhotoRun(
      engine: session.engine, transport: transport, list: list,
      output: try OutputFolder(out, folder.whenInUse, isDry: files.dryRun), settings: settings)
    if files.dryRun { return session.preview(run, list: "\(source)", out: out, reporting) }
    let display = PhotoDisplay(
      run, title: session.title("pipeline", "\(source)", out: out), reporting)
    display.isTyped = input.isTyped
    run.onChange = { [meter = session.meter] photo in
      if photo.state == .downloaded { meter.shown() }
      if photo.state == .filtered { meter.filtered() }
      display.changed(photo)
    }
    run.onOutcome = display.settled
    return session.run(run, display) { [unowned session] figures in
      let summary = RunSummary(run, session, list: "\(source)", out: out, figures: figures)
      summary.show(reporting, insteadOf: run.tally.listed == 0 ? run.error : nil)
      return files.write(
        run.failures, status: ExitStatus.of(run, isAsExpected: summary.record.isAsExpected))
    }
  }

  /// Rejects an output folder that contains the originals, because the next run would filter the filtered photos again.
  private func refuseOwnFolder(_ photos: [String]) throws {
    let place = URL(fileURLWithPath: out).resolvingSymlinksInPath().path
    for photo in photos where !photo.contains("://") {
      let folder = URL(fileURLWithPath: photo).deletingLastPathComponent().resolvingSymlinksInPath().path
      guard folder == place else { continue }
      throw ValidationError(
        "“\(oneLine(photo))” is in the output folder: name another folder with --out.")
    }
  }
}

extension RunSummary {
  /// Creates the summary of a run that filtered photos.
  fileprivate init(_ run: PhotoRun, _ session: Session, list: String, out: String, figures: [Figure: Double])
  {
    let record = RunRecord(run, session, list: list, out: out, done: \.filtered, figures: figures)
    self.init(record, isEmpty: run.tally.listed == 0, "\(counted(run.tally.done, "photo")) filtered")
    allFailures = "with --json or --failures"
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
