import ArgumentParser
import Foundation
import Imaging
import Measurement
import PhotoLists
import Transport
import Workloads

struct PosterCommand: SessionCommand, TakesPhotos {
  static let configuration = CommandConfiguration(
    commandName: "poster", abstract: "Draw the photos of a list as one poster.",
    usage: "pipeline poster [<options>] [<list or photos> ...]", discussion: discussion("poster"))

  static let details = """
    Layers are drawn from back to front. The photos of a layer wait for a single job, “layer finished”, of the layer \
    behind it. After each layer, the poster's file is written again, so that a viewer that reloads it shows it grow.

    The same list and --seed produce the same pixels with every engine, however many jobs run simultaneously. A photo \
    that fails is replaced by the next one in the list.

    Exit status: 0 every photo was drawn, 3 some failed, 64 wrong usage, 66 no list, 73 cannot write, 130 interrupted.
    """

  @OptionGroup var input: ListOptions

  @Option(name: .shortAndLong, help: .about("The file, PNG or JPEG.", "file"), completion: .file())
  var out = "poster.png"

  @OptionGroup var options: SessionOptions
  @OptionGroup(title: TransferOptions.title, visibility: .rare) var transfers: TransferOptions
  @OptionGroup(title: TraceOptions.title, visibility: .rare) var traces: TraceOptions
  @OptionGroup(title: SampleOptions.title, visibility: .rare) var sample: SampleOptions

  @Option(help: .about("Photos on the poster.", "n"))
  var photos = PosterSettings().photos

  @Option(help: .about("Layers, from back to front.", "n"))
  var layers = PosterSettings().layers

  @Option(
    help: .about("The size of the poster in pixels (default: \(PosterSize.standard)).", "width×height"),
    transform: parsing(PosterSize.accepted))
  var size = PosterSize.standard

  @Option(help: .about("Photos downloaded at a time.", "n"))
  var downloads = PosterSettings().downloads

  @Option(help: .rare("Photos scaled down at a time.", "n"))
  var scalings = PosterSettings().scalings

  @Option(help: .rare("The compression of a PNG; smaller files take longer (default: default)."))
  var compression: Compression?

  @Option(help: .rare("The largest photo that is decoded.", "pixels"))
  var maxPixels = PosterSettings().maxPixels

  @Flag(help: .rare("Show the poster in the terminal, in 24-bit colours, as it grows."))
  var preview = false

  var samples: String { "photos.jsonl?count=\(posterSettings.entries)" }
  var outputs: [NamedFile] { [NamedFile("--out", out)] + traces.outputs }
  var others: [NamedFile] { inputs }

  func validate() throws {
    for (name, value, most) in [("--photos", photos, 10_000), ("--layers", layers, 1000)]
    where !(1...most).contains(value) {
      throw ValidationError("\(name) must be at least 1 and at most \(most), not \(value).")
    }
    try check("--downloads", downloads, atLeast: 1)
    try check("--scalings", scalings, atLeast: 1)
    try check("--max-pixels", maxPixels, atLeast: 1)
    try refuseEmpty(out, of: "--out")
    try OutputFile.format(of: out)?.refuse(.compression, isGiven: compression != nil)
    try transfers.refuseConflicts(downloads: downloads)
    try sample.refuseConflicts(isServed: input.usesSampleServer, transfers, usesSeed: true)
    if preview, options.quiet || options.verbose || !Terminal.error.isInteractive {
      throw ValidationError("--preview needs a terminal, and neither --quiet nor --verbose: leave it out.")
    }
  }

  private var posterSettings: PosterSettings {
    var settings = PosterSettings()
    settings.photos = photos
    settings.layers = layers
    (settings.width, settings.height) = (size.width, size.height)
    settings.seed = sample.usedSeed
    settings.downloads = downloads
    settings.scalings = scalings
    settings.compression = compression ?? PosterSettings().compression
    settings.maxPixels = maxPixels
    return settings
  }

  // MARK: The run

  func status() throws -> Int32 {
    let output = try OutputFile(out)
    let session = try Session(self)
    let run = PosterRun(
      engine: session.engine, transport: Transport(transfers.configuration(downloads: downloads)),
      list: session.list, output: output, settings: posterSettings)
    let display = PosterDisplay(
      run, title: session.title("pipeline poster", out: out), options, preview: preview)
    run.onLayer = display.wrote
    return session.run(run, display, shown: nil) { [unowned session] figures in
      let summary = RunSummary(run, session, out: out, figures: figures)
      summary.show(options, insteadOf: run.tally.done == 0 ? run.error : nil)
      return ExitStatus.of(run, isAsExpected: summary.record.isAsExpected)
    }
  }
}

extension RunSummary {
  /// Creates the summary of a run that drew a poster.
  fileprivate init(_ run: PosterRun, _ session: Session, out: String, figures: [Figure: Double]) {
    var record = RunRecord(run, session, out: out, figures: figures, formerly: \.drawn)
    let (drawn, wanted) = (run.tally.done, run.wanted ?? 0)
    (record.listed, record.wanted) = (wanted, wanted)
    record.layers = run.layersWritten
    let photos = counted(wanted, "photo")
    let others = record.failedCount == 1 ? "other failed" : "others failed"
    self.init(
      record, drawn == wanted ? "\(photos) drawn" : "\(drawn) of \(photos) drawn",
      failed: drawn == wanted ? others : "failed",
      place: run.layersWritten > 0
        ? "\(out) (\(counted(run.layersWritten, "layer")))" : "nothing was written")
  }
}

/// A size on the command line: “2560x1600”.
struct PosterSize {
  let width: Int
  let height: Int

  private static let sides = 16...16384
  static let standard = PosterSize(width: PosterSettings().width, height: PosterSettings().height)
  /// The canvas takes 16 bytes per pixel.
  private static let megapixels = 64
  static let accepted =
    "two sides from \(sides.lowerBound) to \(sides.upperBound), with at most \(megapixels) million pixels, "
    + "as in \(standard)"
}

extension PosterSize: ExpressibleByArgument, CustomStringConvertible {
  init?(argument: String) {
    let sides = argument.lowercased().split(whereSeparator: { "x×".contains($0) }).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ Self.sides.contains($0) }),
      sides[0] * sides[1] <= Self.megapixels * 1_000_000
    else { return nil }
    self.init(width: sides[0], height: sides[1])
  }

  var description: String { "\(width)x\(height)" }
}
