import ArgumentParser
import Workloads

struct DownloadCommand: StatusCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Download the images of a list or a search, unchanged.",
    usage: "pipeline download [<options>] [<list or photos> ...]", discussion: discussion("download"))

  static let details = """
    Images are called “Image 1.png”, “Image 2.jpg”, … by their position and their content, and their bytes are \
    kept as they come. The same command again continues where it stopped: whole files are not fetched again, parts \
    are resumed where the server allows it.

    A folder holds one batch: another list or search into it is refused, or replaces the earlier images, number by \
    number, with --force. Give each a folder of its own with --out.

      pipeline download                             the sample photos
      pipeline download --search "mountain lake"    those of them that fit
      pipeline download --search "mountain lake" --search-url openverse
      pipeline download --search lake \\
        --search-url 'https://example.org/find?q={query}' \\
        --search-items /results --search-link /image/href

    Exit status: 0 every file is there, 3 some failed, 64 wrong usage, 66 no list or nothing found, \
    73 cannot write, 130 interrupted.
    """

  @OptionGroup var input: ListOptions

  @OptionGroup var search: SearchOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where the images go.", valueName: "folder"),
    completion: .directory)
  var out = "images"

  @OptionGroup var engine: EngineOptions

  @Option(help: ArgumentHelp("Files downloaded at a time.", valueName: "n"))
  var downloads = 8

  @Flag(
    help: .rare(
      """
      Also keep files that are not images, or only parts of one. Other files get their extension from the URL or \
      Content-Type, as in “Image 4.html”, else “.bin”.
      """))
  var any = false

  @Flag(help: "Fetch everything again; replace what is there.")
  var force = false

  @Flag(help: "End the download that has the folder, as Ctrl-C does.")
  var takeOver = false

  @OptionGroup var files: FileOptions

  @Flag(help: .rare("Fetch existing files again if the server says that they have changed."))
  var refresh = false

  @OptionGroup(title: "Downloads", visibility: .hidden) var transfers: TransferOptions

  @OptionGroup(title: "More than one machine", visibility: .hidden) var part: ShardOptions

  @OptionGroup(title: "Traces", visibility: .hidden) var traces: TraceOptions

  @OptionGroup(title: "Sample server, where no list is given", visibility: .hidden) var sample: SampleOptions

  @OptionGroup var display: DisplayOptions

  @Flag(help: "Print a line of JSON for each file, and with --shard a summary.")
  var json = false

  func validate() throws {
    try refuseEmpty(out, of: "--out")
    if input.isGiven, search.search != nil { throw ValidationError("give a list or --search, not both.") }
    try sample.refuseConflicts(isServed: usesSampleServer, transfers, part)
    try refuseBoth(force: force, refresh: refresh)
    try check("--downloads", downloads, atLeast: 1)
  }

  var usesSampleServer: Bool { !input.isGiven && (search.search == nil || search.isOfSamples) }

  var downloadOptions: DownloadOptions {
    var options = DownloadOptions()
    options.downloads = downloads
    options.resumes = transfers.retries
    options.maxBytes = transfers.maxBytes
    options.takesAny = any
    options.force = force
    options.name = files.name
    options.refresh = refresh
    options.takesOver = takeOver
    options.fansOut = part.fanOut
    return options
  }
}
