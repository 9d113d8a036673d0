import ArgumentParser
import Foundation
import Imaging
import Measurement
import PhotoLists
import Transport
import Workloads

struct ThumbnailsCommand: StatusCommand, WritesFiles, Downloads {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails", abstract: "Load a grouped list and its thumbnails.",
    usage: "pipeline thumbnails [<options>] [<list>]", discussion: discussion("thumbnails"))

  static let details = """
    The list is a JSON array of {"house", "monarchs"}, where monarchs is an array of {"name", "years", "thumbnail"}. \
    On a terminal, a thumbnail is loaded when its row becomes visible. The display follows the work until you scroll, \
    and q quits. Elsewhere, all thumbnails are loaded.

      pipeline thumbnails --delay 2 --size 64    from a slow server

    Exit status: 0 every thumbnail is there, 3 some are not, 64 wrong usage, 66 no list, 73 cannot write, \
    130 quit or interrupted.
    """

  @Argument(
    help: .about("A file, an http(s) URL, or - for standard input. Default: sample monarchs.", "list"))
  var list: String?

  @Option(name: .shortAndLong, help: .about("The output folder.", "folder"), completion: .directory)
  var out = "thumbnails"

  @OptionGroup var engine: EngineOptions

  @Option(help: .about("Fit into a square of this size; default: the original size.", "pixels"))
  var size: Int?

  @Option(help: .about("Thumbnails downloaded at a time.", "n"))
  var downloads = RunPlan.thumbnails.downloads

  @Option(help: .rare("The largest picture that is decoded.", "pixels"))
  var maxPixels = DecodeLimits().maxPixels

  @Option(help: .rare("The compression of PNGs; smaller files take longer."))
  var compression = Compression.default

  @Flag(help: "Redo thumbnails that already exist.")
  var force = false

  @OptionGroup var folder: FolderOptions

  @OptionGroup(title: "Downloads", visibility: .rare) var transfers: TransferOptions

  @OptionGroup(title: "Traces", visibility: .rare) var traces: TraceOptions

  @OptionGroup(title: "Sample server, if no list is given", visibility: .rare) var sample: SampleOptions

  @OptionGroup var reporting: ReportingOptions

  var outputs: [NamedFile] { traces.outputs }
  var others: [NamedFile] {
    NamedFile.inputs(list.map { [$0] } ?? []) + transfers.inputs + [NamedFile("--out", out)]
      + reporting.outputs
  }

  func validate() throws {
    try refuseEmpty(out, of: "--out")
    try folder.refuseConflicts(force: force, remakesSamples: list == nil)
    try transfers.refuseConflicts(downloads: downloads)
    try sample.refuseConflicts(isServed: list == nil, transfers)
    try check("--downloads", downloads, atLeast: 1)
    try check("--max-pixels", maxPixels, atLeast: 1)
    try check("--size", size, atLeast: 1, " pixel")
  }

  // MARK: The run

  func status() throws -> Int32 {
    let session = try Session(engine, traces, sample: list == nil ? sample : nil)
    let source = list.map(ListSource.init(argument:)) ?? session.samples("monarchs.json")
    try source.check()
    var plan = RunPlan.thumbnails
    plan.downloads = downloads
    plan.recipe.size = size.map(Box.init(square:))
    plan.recipe.limits.maxPixels = maxPixels
    plan.format = .png(compression)
    // Running the samples again, for example with a different engine, should repeat the work.
    plan.verifies = folder.verify
    plan.force = force || session.server != nil
    let run = ThumbnailRun(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: downloads)),
      list: source, output: try OutputFolder(out, folder.whenInUse), plan: plan)
    let display = ThumbnailDisplay(
      run, title: session.title("pipeline thumbnails", list ?? "\(source)", out: out), reporting)
    display.isTyped = list == "-" && isatty(0) != 0
    display.onKey = { [meter = session.meter] key in
      // Called directly rather than on the main queue, because the main queue may be stalled.
      if key == .letter("q") || key == .letter("Q") {
        meter.cancelled()
        return run.cancel()
      }
      DispatchQueue.main.async { display.answer(key) }
    }
    run.onLoading = { isOn in display.say("loading: \(isOn ? "on" : "off")") }
    run.onList = display.listed
    run.onChange = { [meter = session.meter] photo in
      if photo.state == .filtered { meter.shown() }
      display.changed(photo)
    }
    run.onOutcome = display.settled
    return session.run(run, display) { [unowned session] figures in
      let summary = RunSummary(run, session, list: "\(source)", out: out, figures: figures)
      summary.show(reporting, insteadOf: run.error)
      return ExitStatus.of(run, isAsExpected: summary.record.isAsExpected)
    }
  }
}

extension RunSummary {
  /// Creates the summary of a run that loaded thumbnails, group by group.
  fileprivate init(
    _ run: ThumbnailRun, _ session: Session, list: String, out: String, figures: [Figure: Double]
  ) {
    var record = RunRecord(run, session, list: list, out: out, done: \.written, figures: figures)
    record.groups = run.groups.count
    self.init(
      record, isEmpty: run.tally.listed == 0, "\(counted(run.tally.done, "thumbnail")) written",
      stopped: run.groups.isEmpty ? "Quit before the list arrived" : "Quit")
    countsBytes = false
    notes = Self.lines(of: run.groups) + notes
  }

  /// Returns a paragraph for each group: its name, and its thumbnails, each with a mark.
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
