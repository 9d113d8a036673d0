import ArgumentParser
import Workloads

struct DownloadCommand: PhotoCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Download the images of a list or a search, unchanged.",
    usage: "pipeline download [<options>] [<list or photos> ...]", discussion: discussion("download"))

  static let details = """
    Images are named “Image 1.png”, “Image 2.jpg”, … after their positions and formats, and their bytes are \
    unchanged. To continue a download, run the same command again: complete files are not fetched again, and partial \
    files are resumed if the server allows it.

    A folder holds one batch. Another list or search is refused, unless --force replaces the earlier images number by \
    number, or --name gives them the list's names. Use --out to give each batch its own folder.

      pipeline download                             the sample photos
      pipeline download --search "mountain lake"    the matching sample photos
      pipeline download --search "mountain lake" --search-url openverse
      pipeline download --search lake \\
        --search-url 'https://example.org/find?q={query}' \\
        --search-items /results --search-link /image/href

    Exit status: 0 every file is there, 3 some are not, 64 wrong usage, 66 no list or nothing found, \
    73 cannot write, 130 interrupted.
    """

  static let title = "pipeline download"

  @OptionGroup var input: ListOptions

  @Option(name: .shortAndLong, help: .about("The output folder.", "folder"), completion: .directory)
  var out = "images"

  @OptionGroup var options: SessionOptions
  @OptionGroup(title: TransferOptions.title, visibility: .rare) var transfers: TransferOptions
  @OptionGroup(title: TraceOptions.title, visibility: .rare) var traces: TraceOptions
  @OptionGroup(title: SampleOptions.title, visibility: .rare) var sample: SampleOptions

  @Option(help: .about("Files downloaded at a time.", "n"))
  var downloads = RunPlan.download.downloads

  @Flag(
    help: .rare(
      """
      Also keep files that are not images, or only parts of images. Such files get their extension from the URL or \
      Content-Type, as in “Image 4.html”, or otherwise “.bin”.
      """))
  var any = false

  @OptionGroup var folder: FolderOptions
  @OptionGroup(title: "File names, and more than one machine", visibility: .rare) var names: PartOptions

  var part: PartOptions? { names }

  func validate() throws { try refuseConflicts(remakesSamples: false) }

  func plan(_ server: String?) -> RunPlan {
    var plan = RunPlan.download
    plan.takesAny = any
    plan.ownServer = server
    return plan
  }
}
