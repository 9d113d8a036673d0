import ArgumentParser
import Workloads

struct PosterCommand: StatusCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "poster", abstract: "Draw the photos of a list as one poster.",
    usage: "pipeline poster [<options>] [<list or photos> ...]", discussion: discussion("poster"))

  static let details = """
    Layers are drawn from back to front: the photos of a layer wait for one job, “layer finished”, of the layer behind. \
    After each layer the poster's file is written again, so that a viewer which reloads it shows it grow.

    The same list and --seed give the same pixels, from every engine and at every width. A photo that fails leaves \
    its place to the next one of the list.

    Exit status: 0 every photo was drawn, 3 some failed, 64 wrong usage, 66 no list, 73 cannot write, 130 interrupted.
    """

  @OptionGroup var input: ListOptions

  @OptionGroup var search: SearchOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file, PNG or JPEG.", valueName: "file"), completion: .file())
  var out = "poster.png"

  @OptionGroup var engine: EngineOptions
  @OptionGroup var poster: PosterFlags
  @OptionGroup(title: "Downloads", visibility: .hidden) var transfers: TransferOptions
  @OptionGroup(title: "Traces", visibility: .hidden) var traces: TraceOptions
  @OptionGroup(title: "Chance; and the sample server, where no list is given", visibility: .hidden)
  var sample: SampleOptions

  @Flag(help: .rare("Show the poster in the terminal, in 24-bit colours, as it grows."))
  var preview = false

  @OptionGroup var reporting: ReportingOptions

  func validate() throws {
    try refuseEmpty(out, of: "--out")
    if input.isGiven, search.search != nil { throw ValidationError("give a list or --search, not both.") }
    try sample.refuseConflicts(isServed: usesSampleServer, transfers)
  }

  var usesSampleServer: Bool { !input.isGiven && (search.search == nil || search.isOfSamples) }
}
