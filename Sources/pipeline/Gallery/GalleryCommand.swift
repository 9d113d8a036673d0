import ArgumentParser
import Engines
import Foundation
import Gallery
import PhotoLists
import SampleServer
import Workloads

/// One engine, or the two that are compared, side by side.
enum GalleryEngines: String, CaseIterable, ExpressibleByArgument {
  case gcd, operation, tasks, serial, both

  var names: [EngineName] {
    switch self {
    case .gcd: [.gcd]
    case .operation: [.operation]
    case .tasks: [.tasks]
    case .serial: [.serial]
    case .both: [.gcd, .operation]
    }
  }
}

struct GalleryCommand: ParsableCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Scroll through a table of photos in a browser, and see what the engines make of it.",
    discussion: """
      Scrolling suspends all work; at rest, work for rows out of sight is cancelled, and work for rows in sight starts. \
      The page is served to this machine alone, until Ctrl-C.

      Exit status: 0 it was ended, 64 wrong usage, 66 no list, 73 cannot write.
      """)

  @OptionGroup var input: ListOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "gcd, operation, tasks (Swift concurrency), serial (all on the main queue, which stalls: the baseline), or both: "
        + "gcd and operation side by side under one scroll.", valueName: "name"))
  var engine = GalleryEngines.both

  @Option(name: .shortAndLong, help: ArgumentHelp("The port; 0 takes any that is free.", valueName: "number"))
  var port = 0

  @Option(help: ArgumentHelp("Photos in the sample list.", valueName: "n"))
  var count = 10_000

  @Option(
    help: ArgumentHelp(
      "What every filter takes longer, so that the photo is seen before it.", valueName: "seconds"))
  var filterDelay = 0.4

  @OptionGroup(title: "Photos") var photos: PipelineOptions
  @OptionGroup(title: "Downloads") var transfers: TransferOptions
  @OptionGroup(title: "Traces") var traces: TraceOptions
  @OptionGroup(title: "Sample server, where no list is given") var sample: SampleOptions

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port must be from 0 to 65535, not \(port).")
    }
    guard (0...3600).contains(filterDelay) else {
      throw ValidationError("--filter-delay must be from 0 to 3600 seconds, not \(filterDelay).")
    }
    try TableSource.validate(input, sample: sample, count: count)
    try transfers.allowServer(if: !input.isGiven)
    if input.arguments.contains("-") {
      throw ValidationError(
        "every page reads the list again, so it cannot come from standard input; save it, and give the file.")
    }
  }

  func run() throws {
    try ExitStatus.exit { try serve() }
  }

  /// - Returns: the exit status, after Ctrl-C.
  private func serve() throws -> Int32 {
    let traces = try GalleryTraces(traces)
    let given = try input.source()
    let server = given == nil ? try SampleServer.start(faults: sample.faults(delay: 0.3)) : nil
    let source = TableSource(given, server: server, count: count)
    try source.list.check()
    source.prepare()
    var configuration = GalleryConfiguration(engines: engine.names, list: source.list)
    configuration.table = photos.tableOptions(transfers)
    configuration.table.filterDelay = FilterDelay(seconds: filterDelay)
    configuration.port = port
    configuration.token = PageToken.kept()
    if let traces { configuration.watcher = { traces.watch(page: $0, $1) } }
    let gallery = try GalleryServer.start(configuration, sample: server)
    Terminal.output.write("\(gallery.url)\nOpen this address in a browser. Ctrl-C ends it.\n")

    let stopped = DispatchSemaphore(value: 0)
    let interrupts = Interrupts(stop: { stopped.signal() }, leave: {})
    withExtendedLifetime(interrupts) { stopped.wait() }
    Terminal.output.write("\n" + words(gallery.stop()))
    server?.stop()
    return traces?.write() ?? ExitStatus.success
  }

  private func words(_ summary: GallerySummary) -> String {
    let lines = summary.tables.sorted { $0.key < $1.key }.map { name, tally in
      "  \(name): \(counted(tally.filtered, "photo")) filtered, \(tally.downloaded) downloaded only, "
        + "\(tally.failed) failed; \(counted(tally.cancelled, "row")) cancelled; "
        + "\(bytesInWords(tally.bytesFetched)) fetched, \(bytesInWords(tally.bytesWasted)) of them wasted\n"
    }
    return "Ended, after \(counted(summary.pages, "page")).\n" + lines.joined()
  }
}
