import ArgumentParser
import Foundation
import Imaging
import PhotoLists
import Workloads

struct ThumbnailsCommand: PhotoCommand {
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

  static let title = "pipeline thumbnails"

  @Argument(
    help: .about("A file, an http(s) URL, or - for standard input. Default: sample monarchs.", "list"))
  var list: String?

  @Option(name: .shortAndLong, help: .about("The output folder.", "folder"), completion: .directory)
  var out = "thumbnails"

  @OptionGroup var options: SessionOptions
  @OptionGroup(title: TransferOptions.title, visibility: .rare) var transfers: TransferOptions
  @OptionGroup(title: TraceOptions.title, visibility: .rare) var traces: TraceOptions
  @OptionGroup(title: SampleOptions.title, visibility: .rare) var sample: SampleOptions
  @OptionGroup var folder: FolderOptions

  @Option(help: .about("Fit into a square of this size, as --resize does.", "pixels"))
  var size: Int?

  @Option(help: .about("Thumbnails downloaded at a time.", "n"))
  var downloads = RunPlan.thumbnails.downloads

  @Option(help: .rare("Thumbnails scaled at a time.", "n"))
  var filters = RunPlan.thumbnails.filters

  @Option(help: .rare("The largest picture that is decoded.", "pixels"))
  var maxPixels = DecodeLimits().maxPixels

  @OptionGroup var picture: PictureOptions

  var arguments: [String] { list.map { [$0] } ?? [] }
  var part: PartOptions? { nil }
  var usesSampleServer: Bool { list == nil }

  func validate() throws {
    try refuseConflicts()
    try check("--filters", filters, atLeast: 1)
    try check("--max-pixels", maxPixels, atLeast: 1)
    try check("--size", size, atLeast: 1, " pixel")
    if size != nil, picture.resize != nil {
      throw ValidationError("--size and --resize both give the size: give one of them.")
    }
  }

  func source(_ server: String?) -> ListSource {
    ListSource(argument: list ?? "\(server ?? "")/monarchs.json")
  }

  func plan(_ server: String?) -> RunPlan {
    var plan = RunPlan.thumbnails
    plan.filters = filters
    plan.recipe = picture.recipe
    plan.recipe.size = size.map(Box.init(square:)) ?? picture.resize
    plan.recipe.limits.maxPixels = maxPixels
    plan.format = picture.pictureFormat
    return plan
  }

  @MainActor func makeDisplay(_ run: PhotoRun, _ session: Session, title: String) -> RunDisplay {
    guard let run = run as? ThumbnailRun else { return PhotoDisplay(run, title: title, options) }
    let display = ThumbnailDisplay(run, title: title, options)
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
    return display
  }
}
