import ArgumentParser
import Workloads

struct PhotosCommand: PhotoCommand, TakesPhotos {
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

  static let title = "pipeline"

  @OptionGroup var input: ListOptions

  @Option(name: .shortAndLong, help: .about("The output folder.", "folder"), completion: .directory)
  var out = "sepia"

  @OptionGroup var options: SessionOptions
  @OptionGroup(title: TransferOptions.title, visibility: .rare) var transfers: TransferOptions
  @OptionGroup(title: TraceOptions.title, visibility: .rare) var traces: TraceOptions
  @OptionGroup(title: SampleOptions.title, visibility: .rare) var sample: SampleOptions
  @OptionGroup var folder: FolderOptions
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

  @OptionGroup(title: "File names, and more than one machine", visibility: .rare) var names: PartOptions

  var downloads: Int { pipeline.downloads }
  var part: PartOptions? { names }

  func validate() throws {
    try check("--ahead", ahead, atLeast: 1)
    if isolate {
      throw ValidationError(
        "--isolate no longer exists: leave it out, and run the program in a container to confine it.")
    }
    try refuseConflicts()
  }

  func plan(_ server: String?) -> RunPlan {
    var plan = RunPlan()
    plan.filters = pipeline.filters
    plan.ahead = ahead
    plan.recipe = picture.recipe
    plan.recipe.filter = filter.filter
    plan.recipe.limits.maxPixels = pipeline.maxPixels
    plan.format = picture.pictureFormat
    return plan
  }
}
