import ArgumentParser
import Foundation
import Imaging
import Workloads

struct ThumbnailsCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails", abstract: "Load a grouped list and its thumbnails.",
    usage: "pipeline thumbnails [<options>] [<list>]", discussion: discussion("thumbnails"))

  static let details = """
    The list is a JSON array of {"house", "monarchs"}, where monarchs is an array of {"name", "years", "thumbnail"}. \
    Groups fill in as the thumbnails arrive; q quits.

      pipeline thumbnails --delay 2 --size 64    from a slow server

    Exit status: 0 every thumbnail was written, 3 some failed, 64 wrong usage, 66 no list, 73 cannot write, \
    130 quit or interrupted.
    """

  @Argument(
    help: ArgumentHelp(
      "A file, an http(s) URL, or - for standard input. Default: sample monarchs.",
      valueName: "list"))
  var list: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where the thumbnails go.", valueName: "folder"),
    completion: .directory)
  var out = "thumbnails"

  @OptionGroup var engine: EngineOptions

  @Option(help: ArgumentHelp("Fit each into a square of this side; default: as is.", valueName: "pixels"))
  var size: Int?

  @Option(help: ArgumentHelp("Thumbnails downloaded at a time.", valueName: "n"))
  var downloads = 3

  @Option(help: .rare("The largest picture that is decoded.", "pixels"))
  var maxPixels = 100_000_000

  @Option(help: .rare("How small the PNG files get, against how long that takes."))
  var compression = Compression.default

  @OptionGroup(title: "Downloads", visibility: .hidden) var transfers: TransferOptions

  @OptionGroup(title: "Traces", visibility: .hidden) var traces: TraceOptions

  @OptionGroup(title: "Sample server, where no list is given", visibility: .hidden) var sample: SampleOptions

  @OptionGroup var reporting: ReportingOptions

  func validate() throws {
    try refuseEmpty(out, of: "--out")
    try sample.refuseConflicts(isServed: list == nil, transfers)
    try check("--downloads", downloads, atLeast: 1)
    try check("--max-pixels", maxPixels, atLeast: 1)
    try check("--size", size, atLeast: 1, " pixel")
  }

  var thumbnailOptions: ThumbnailOptions {
    var options = ThumbnailOptions()
    options.downloads = downloads
    options.scalers = ProcessInfo.processInfo.activeProcessorCount
    options.recipe.size = size.map(Box.init(square:))
    options.recipe.limits.maxPixels = maxPixels
    options.compression = compression
    return options
  }
}
