import ArgumentParser
import Foundation
import Workloads

struct ScrollCommand: StatusCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "scroll", abstract: "Scroll through a table of photos by a script.",
    usage: "pipeline scroll [<options>] [<list or photos> ...]", discussion: discussion("scroll"))

  static let details = """
    What the page of “gallery” does, without a page: scrolling suspends all work; at rest, work for rows out of \
    sight is cancelled, and work for rows in sight starts.

    A script has a step a line: “scroll to ROW in SECONDS”, “rest SECONDS”, “memory warning”; # begins a comment. \
    It begins at rest on the first row; its last rest lasts until every row in sight has its sepia photo. The same \
    script and seed make the same scrolls.

    Exit status: 0 played, 64 wrong usage, 66 no list, not all of it, or no script, 73 cannot write, 130 interrupted.
    """

  @OptionGroup var input: ListOptions

  @Option(
    help: ArgumentHelp(
      "\(ScrollScript.BuiltIn.allCases.map(\.rawValue).joined(separator: ", ")), or a file.",
      valueName: "name"))
  var script = ScrollScript.BuiltIn.flick.rawValue

  @Option(help: ArgumentHelp("Rows in sight at a time.", valueName: "n"))
  var rows = 8

  @Option(help: ArgumentHelp("Photos in the sample list.", valueName: "n"))
  var count = 10_000

  @OptionGroup var engine: EngineOptions
  @OptionGroup var photos: PipelineOptions
  @OptionGroup(title: "Downloads", visibility: .hidden) var transfers: TransferOptions
  @OptionGroup(title: "Traces", visibility: .hidden) var traces: TraceOptions
  @OptionGroup(title: "Sample server, where no list is given", visibility: .hidden) var sample: SampleOptions

  @Flag(name: .shortAndLong, help: .rare("Report only what failed."))
  var quiet = false

  @Flag(help: "Print the figures as JSON.")
  var json = false

  @Flag(help: .rare("Print the generated script without playing it."))
  var printScript = false

  func validate() throws {
    try check("--rows", rows, in: 1...1_000_000)
    try check("--count", count, in: 1...1_000_000)
    try sample.refuseConflicts(isServed: !input.isGiven, transfers)
  }
}
