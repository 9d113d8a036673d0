import ArgumentParser
import Base
import Dispatch
import Engines
import Foundation
import Gallery
import SampleServer
import Workloads

/// The engines to show: a single one, or `gcd` and `operation` side by side.
struct GalleryEngines: ExpressibleByArgument {
  let names: [EngineName]

  static let both = GalleryEngines(names: [.gcd, .operation])
  private static let bothName = "both"

  static let allValueStrings = EngineName.allCases.map(\.rawValue) + [bothName]
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)
  var defaultValueDescription: String { names.count == 1 ? names[0].rawValue : Self.bothName }

  private init(names: [EngineName]) { self.names = names }

  init?(argument: String) {
    names = argument == Self.bothName ? Self.both.names : EngineName(rawValue: argument).map { [$0] } ?? []
    if names.isEmpty { return nil }
  }
}

struct GalleryCommand: StatusCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Scroll through a table of photos in a browser.",
    usage: "pipeline gallery [<options>] [<list or photos> ...]", discussion: discussion("gallery"))

  static let details = """
    Scrolling suspends all work. When it stops, work for hidden rows is cancelled, and work for visible rows starts. \
    The page is served only to this machine, until Ctrl-C. Without a list, the sample server waits \(sampleDelay) s \
    before each reply, unless --delay sets another time.

    Exit status: 0 ended by Ctrl-C or the script, 64 wrong usage, 66 no list, script or recording, 69 the port is in use, 73 cannot write.
    """

  /// The delay of the sample server's replies, in seconds. It is long enough to see photos arrive one by one.
  private static let sampleDelay = 0.3

  private static let defaultPort = 0

  @OptionGroup var input: ListOptions

  @Option(name: .shortAndLong, help: .about("The engine; “both” is gcd and operation.", "name"))
  var engine = GalleryEngines.both

  @Flag(help: "Show the engine twice: without suspending and cancelling, and with them.")
  var withAndWithout = false

  @Option(name: .shortAndLong, help: .about("The port; 0 takes any free one.", "number"))
  var port = Self.defaultPort

  @Option(help: .about("Photos in the sample list (default: \(ScrollCommand.sampleCount)).", "n"))
  var count: Int?

  @Option(help: .rare("Slow down each filter by this, so that the unfiltered photo is visible.", "seconds"))
  var filterDelay = 0.4

  @Option(
    help: .rare(
      "Record the first page, with small pictures, for --replay.", "file.json"),
    completion: .file())
  var record: String?

  @Option(
    help: .rare(
      "With --record: scroll with a script instead of a browser, and stop at its end (see “pipeline scroll”).",
      "name"), completion: ScrollCommand.scriptNames)
  var script: String?

  @Option(
    help: .rare("With --script: the number of visible rows (default: \(ScrollCommand.defaultRows)).", "n"))
  var rows: Int?

  @Option(help: .rare("Replay a recording instead of running live.", "file.json"), completion: .file())
  var replay: String?

  @OptionGroup var photos: PipelineOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup(title: TransferOptions.title, visibility: .rare) var transfers: TransferOptions
  @OptionGroup(title: TraceOptions.title, visibility: .rare) var traces: TraceOptions
  @OptionGroup(title: "Sample server, if no list is given", visibility: .rare) var sample: SampleOptions

  var outputs: [NamedFile] { traces.outputs + [NamedFile("--record", record)].compactMap(\.self) }
  var others: [NamedFile] {
    NamedFile.inputs(input.arguments) + transfers.inputs
      + [NamedFile("--script", script), NamedFile("--replay", replay)].compactMap(\.self)
  }

  func validate() throws {
    try check("--port", port, in: 0...65535)
    if withAndWithout, engine.names.count > 1 {
      throw ValidationError("--with-and-without shows one engine twice: name it, as in --engine operation.")
    }
    try check("--filter-delay", filterDelay, in: 0...3600, " seconds")
    try check("--rows", rows, in: 1...100)
    try refuseEmpty(record, of: "--record")
    guard script == nil || record != nil else {
      throw ValidationError(
        "--script scrolls for a recording: add --record FILE, or use “pipeline scroll”.")
    }
    if rows != nil, script == nil {
      throw ValidationError("--rows is for a script, because a browser has its own size: add --script.")
    }
    if replay != nil {
      var others = self
      (others.replay, others.port) = (nil, Self.defaultPort)
      guard others.hasOnlyDefaults else {
        throw ValidationError("--replay only shows a recording: give it alone, or with --port.")
      }
    }
    try check(count: count, isServed: input.usesSamples)
    try transfers.refuseConflicts(downloads: photos.downloads)
    try sample.refuseConflicts(
      isServed: input.usesSampleServer, transfers,
      // The page can make the server fail.
      usesSeed: input.usesSampleServer || script.flatMap(ScrollScript.BuiltIn.init) != nil)
    if input.arguments.contains("-") {
      throw ValidationError(
        "every page reads the list again, so it cannot come from standard input; save it, and give the file.")
    }
  }

  // MARK: The run

  func status() throws -> Int32 { try replay.map(show) ?? serve() }

  /// Serves the gallery.
  /// - Returns: The exit status, after Ctrl-C or the end of the script.
  private func serve() throws -> Int32 {
    try Resources.check()
    if let record { try OutputPlace(record, for: "the recording").check() }
    let script = try script.map { try ScrollScript(named: $0, seed: sample.usedSeed) }
    let traces = try GalleryTraces(traces)
    let server =
      input.usesSampleServer ? try SampleServer(faults: sample.faults(delay: Self.sampleDelay)) : nil
    // The list is read line by line and has no delay, so that the first rows appear immediately.
    let list = try input.source(
      server?.url, samples: "photos.jsonl?count=\(count ?? ScrollCommand.sampleCount)&delay=0", isQuiet: false
    )
    try list.check()
    var configuration = GallerySettings(engines: engine.names, list: list)
    configuration.table = photos.tableSettings(transfers)
    configuration.table.plan.recipe.filter = filter.filter
    configuration.table.filterDelay = Locked(filterDelay)
    configuration.isTwice = withAndWithout
    configuration.port = port
    configuration.token = PageToken.kept()
    if let traces { configuration.watcher = { traces.watch(page: $0, $1) } }

    let stopped = DispatchSemaphore(value: 0)
    if record != nil {
      configuration.recorder = PageRecorder(script: script.map { ($0, rows ?? ScrollCommand.defaultRows) }) {
        stopped.signal()
      }
    }
    let gallery = try GalleryServer(configuration, sample: server)
    Interrupts.wait(stopped, saying: script == nil ? invitation(gallery.url) : "")
    configuration.recorder?.stop()
    let isSaved = try save(configuration.recorder)
    Terminal.text.say("\n" + words(gallery.stop()) + isSaved)
    server?.stop()
    return traces?.write() ?? ExitStatus.success
  }

  private func invitation(_ url: String) -> String {
    "\(url)\nOpen this address in a browser. Press Ctrl-C to stop.\n"
  }

  // MARK: Recordings

  /// Saves the recording, if one was requested.
  /// - Returns: A line about the saved file, or an empty string.
  private func save(_ recorder: PageRecorder?) throws -> String {
    guard let recorder, let record else { return "" }
    let (json, seconds, photos) = recorder.result()
    try OutputPlace(record, for: "the recording").write(json)
    return "Recorded \(shortDurationText(seconds)) with \(counted(photos, "photo")) → \(oneLine(record))\n"
  }

  /// Serves a recorded scroll.
  /// - Returns: The exit status, after Ctrl-C.
  private func show(_ path: String) throws -> Int32 {
    guard let recording = FileManager.default.contents(atPath: path), isPageRecording(recording) else {
      throw InputError(
        "“\(oneLine(path))” is not a recorded scroll: save one with “pipeline gallery --record FILE”")
    }
    let server = try ReplayServer(recording, port: port)
    Interrupts.wait(saying: invitation(server.url))
    server.stop()
    return ExitStatus.success
  }

  private func words(_ summary: GallerySummary) -> String {
    let lines = summary.tables.sorted { $0.key < $1.key }.map { name, tally in
      "  \(name): \(counted(tally.filtered, "photo")) filtered, \(tally.downloaded) downloaded only, "
        + "\(tally.failed) failed; \(counted(tally.cancelled, "row")) cancelled; "
        + "\(byteText(tally.bytesFetched)) fetched, \(byteText(tally.bytesWasted)) of them wasted\n"
    }
    if summary.pages == 0 { return "Stopped; no page was opened.\n" }
    return "Stopped, after \(counted(summary.pages, "page")).\n" + lines.joined()
  }
}
