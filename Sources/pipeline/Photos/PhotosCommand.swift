import ArgumentParser
import Workloads

struct PhotosCommand: ParsableCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "Download the photos of a list, apply a sepia filter, and write them into a folder.",
    discussion: """
      A list is a property list (a dictionary of name and URL), JSON (an object of name and URL, or an array of \
      {"name", "url"}), JSON Lines, CSV or TSV with a column “url”, or plain text with a URL a line. In its place may \
      stand photos, as in pipeline *.jpg, folders of them, or their names: ls *.jpg | pipeline -. Photos are PNG or JPEG.

      Exit status: 0 every photo was filtered, 3 some failed, 64 wrong usage, 66 no list, 73 cannot write, \
      130 interrupted.
      """)

  @OptionGroup var input: ListOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("Where the photos go.", valueName: "folder"))
  var out = "sepia"

  @OptionGroup var engine: EngineOptions
  @OptionGroup(title: "Photos") var photos: PhotoOptions
  @OptionGroup(title: "Downloads") var transfers: TransferOptions

  @OptionGroup(title: "More than one machine") var part: ShardOptions

  @OptionGroup(title: "Traces") var traces: TraceOptions
  @OptionGroup(title: "Sample server, where no list is given") var sample: SampleOptions

  @OptionGroup var reporting: ReportingOptions

  func validate() throws {
    try refuseEmpty(out, of: "--out")
    try sample.refuse(unless: !input.isGiven)
    try transfers.allowServer(if: !input.isGiven)
    try part.allowServer(if: !input.isGiven)
  }
}
