import ArgumentParser
import Foundation
import PhotoLists
import Workloads

struct PhotosCommand: PhotoCommand {
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

  @OptionGroup var input: ListOptions

  @Option(name: .shortAndLong, help: .about("The output folder.", "folder"), completion: .directory)
  var out = "sepia"

  @OptionGroup var engine: EngineOptions
  @OptionGroup var files: FileOptions
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

  @Flag(help: "Redo photos that already exist.")
  var force = false

  @OptionGroup var folder: FolderOptions

  @Flag(
    help: .rare("Rebuild photos that already exist if the server says that the original has changed since."))
  var refresh = false

  @OptionGroup(title: "Downloads", visibility: .rare) var transfers: TransferOptions

  @OptionGroup(title: "More than one machine", visibility: .rare) var part: ShardOptions

  @OptionGroup(title: "Traces", visibility: .rare) var traces: TraceOptions
  @OptionGroup(title: "Sample server, if no list is given", visibility: .rare) var sample: SampleOptions

  @OptionGroup var reporting: ReportingOptions

  func validate() throws {
    try check("--ahead", ahead, atLeast: 1)
    if isolate {
      throw ValidationError(
        "--isolate no longer exists: leave it out, and run the program in a container to confine it.")
    }
    try refuseConflicts(remakesSamples: !input.isGiven)
  }

  var downloads: Int { pipeline.downloads }

  @MainActor func plan(_ session: Session) throws -> RunPlan {
    var plan = RunPlan()
    plan.filters = pipeline.filters
    plan.ahead = ahead
    plan.recipe = picture.recipe
    plan.recipe.filter = filter.filter
    plan.recipe.limits.maxPixels = pipeline.maxPixels
    plan.format = picture.pictureFormat
    // Running the samples again, for example with a different engine, should repeat the work.
    plan.force = force || session.server != nil
    return plan
  }

  func refuse(_ source: ListSource) throws {
    if case .photos(let photos) = source { try refuseOwnFolder(photos) }
  }

  /// Rejects an output folder that contains the originals, because the next run would filter the filtered photos again.
  private func refuseOwnFolder(_ photos: [String]) throws {
    let place = URL(fileURLWithPath: out).resolvingSymlinksInPath().path
    for photo in photos where !photo.contains("://") {
      let folder = URL(fileURLWithPath: photo).deletingLastPathComponent().resolvingSymlinksInPath().path
      guard folder == place else { continue }
      throw ValidationError(
        "“\(oneLine(photo))” is in the output folder: name another folder with --out.")
    }
  }
}
