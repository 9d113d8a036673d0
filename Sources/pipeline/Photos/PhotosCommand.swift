import ArgumentParser
import Workloads

struct PhotosCommand: StatusCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "photos", abstract: "Download, filter and write the photos of a list.",
    usage: "pipeline photos [<options>] [<list or photos> ...]", discussion: discussion("photos"))

  static let details = """
    A list is a property list (a dictionary of name and URL), JSON (an object of name and URL, or an array of \
    {"name", "url"}), JSON Lines, CSV or TSV with a column “url”, or plain text with a URL a line. In its place may \
    stand photos, as in pipeline *.jpg, folders of them, or their names: ls *.jpg | pipeline -. Photos are PNG or JPEG.

    Exit status: 0 every photo was filtered, 3 some failed, 64 wrong usage, 66 no list, 73 cannot write, \
    130 interrupted.
    """

  @OptionGroup var input: ListOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where the photos go.", valueName: "folder"),
    completion: .directory)
  var out = "sepia"

  @OptionGroup var engine: EngineOptions
  @OptionGroup var files: FileOptions
  @OptionGroup var photos: PhotoOptions
  @OptionGroup(title: "Downloads", visibility: .hidden) var transfers: TransferOptions

  @OptionGroup(title: "More than one machine", visibility: .hidden) var part: ShardOptions

  @OptionGroup(title: "Traces", visibility: .hidden) var traces: TraceOptions
  @OptionGroup(title: "Sample server, where no list is given", visibility: .hidden) var sample: SampleOptions

  @OptionGroup var reporting: ReportingOptions

  @Flag(help: .rare("Print a line of JSON for each photo, alone on standard output."))
  var jsonLines = false

  func validate() throws {
    if jsonLines, reporting.json {
      throw ValidationError("--json and --json-lines exclude each other: give one of them.")
    }
    try refuseEmpty(out, of: "--out")
    try sample.refuseConflicts(isServed: !input.isGiven, transfers, part)
  }
}
