import ArgumentParser
import Engines

/// One engine, or the two that are compared, side by side.
enum GalleryEngines: String, CaseIterable, ExpressibleByArgument {
  case gcd, operation, tasks, serial, both

  var names: [EngineName] {
    EngineName(rawValue: rawValue).map { [$0] } ?? [.gcd, .operation]
  }
}

struct GalleryCommand: StatusCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Scroll through a table of photos in a browser.",
    usage: "pipeline gallery [<options>] [<list or photos> ...]", discussion: discussion("gallery"))

  static let details = """
    Scrolling suspends all work; at rest, work for rows out of sight is cancelled, and work for rows in sight starts. \
    The page is served to this machine alone, until Ctrl-C.

    Exit status: 0 it was ended, 64 wrong usage, 66 no list, script or recording, 69 the port is in use, 73 cannot write.
    """

  @OptionGroup var input: ListOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "What runs the work; both are gcd and operation.", valueName: "name"))
  var engine = GalleryEngines.both

  @Option(name: .shortAndLong, help: ArgumentHelp("The port; 0 takes any that is free.", valueName: "number"))
  var port = 0

  @Option(help: ArgumentHelp("Photos in the sample list.", valueName: "n"))
  var count = 10_000

  @Option(help: .rare("Slow every filter down by this, so that the unfiltered photo is seen.", "seconds"))
  var filterDelay = 0.4

  @Option(
    help: .rare(
      "Save what the first page shows, with small pictures, for --replay.", "file.json"),
    completion: .file())
  var record: String?

  @Option(
    help: .rare(
      "With --record: scroll by a script instead of a browser, and end with it (as “pipeline scroll”).",
      "name"))
  var script: String?

  @Option(help: .rare("With --script: rows in sight at a time.", "n"))
  var rows = 8

  @Option(help: .rare("Show what was saved, instead of anything live.", "file.json"), completion: .file())
  var replay: String?

  @OptionGroup var photos: PipelineOptions
  @OptionGroup(title: "Downloads", visibility: .hidden) var transfers: TransferOptions
  @OptionGroup(title: "Traces", visibility: .hidden) var traces: TraceOptions
  @OptionGroup(title: "Sample server, where no list is given", visibility: .hidden) var sample: SampleOptions

  func validate() throws {
    try check("--port", port, in: 0...65535)
    try check("--filter-delay", filterDelay, in: 0...3600, " seconds")
    try check("--rows", rows, in: 1...100)
    try refuseEmpty(record, of: "--record")
    guard script == nil || record != nil else {
      throw ValidationError(
        "--script scrolls for a recording: give --record FILE, too, or use “pipeline scroll”.")
    }
    guard replay == nil || (record == nil && !input.isGiven) else {
      throw ValidationError("--replay shows what was saved: it takes no list and no --record.")
    }
    try check("--count", count, in: 1...1_000_000)
    try sample.refuseConflicts(isServed: !input.isGiven, transfers)
    if input.arguments.contains("-") {
      throw ValidationError(
        "every page reads the list again, so it cannot come from standard input; save it, and give the file.")
    }
  }
}
