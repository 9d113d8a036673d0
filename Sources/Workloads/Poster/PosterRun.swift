import Engine
import Imaging
import PhotoLists
import Transport

/// The settings of a poster.
public struct PosterOptions: Sendable, Equatable {
  /// The number of photos; fewer if the list has fewer.
  public var photos = 200
  /// The number of layers, and no more than there are photos.
  public var layers = 10
  /// In pixels.
  public var width = 2560
  public var height = 1600
  /// The same seed and list give the same pixels.
  public var seed: UInt64 = 1
  /// Downloads at a time.
  public var downloads = DefaultWidths.downloads
  /// Photos scaled down at a time.
  public var scalings = DefaultWidths.filters
  /// The compression of the finished poster if it is a PNG.
  public var compression = Compression.default
  /// The largest photo that is decoded, in pixels.
  public var maxPixels = DecodeLimits().maxPixels

  public init() {}

  /// The most photos that were begun and are not drawn yet, which bounds the memory. Twice as many as run at a time, so
  /// that no queue waits for the drawing.
  public var underWay: Int { 2 * (min(downloads, entries) + min(scalings, entries)) }

  /// The entries read of a list: more than twice as many as are wanted, to replace photos that fail.
  public var entries: Int { 2 * photos + 64 }
}

/// A poster of many photos, drawn from back to front so that none has to be kept.
///
/// An index job reads the list. The photos of a layer wait for one job, “layer finished”, of the layer behind; those of
/// the first layer for the index job. After each layer the poster's file is written again. See `PosterJobs.swift` for who
/// waits for whom.
///
/// Same list and seed give the same pixels, whatever the engine and the widths: photos are drawn in the list's order,
/// each on the next place of its layer, and one that fails leaves its place to the next.
///
/// All members are called on the engine's reporting queue, unless they say otherwise.
public final class PosterRun: WorkloadRun, @unchecked Sendable {
  // Safe: mutable state is accessed only on the reporting queue, and `drawing` as documented there.
  public let options: PosterOptions
  /// The number of photos on the poster; nil until the list was read.
  public internal(set) var wanted: Int?
  /// The most layers that it can have; 0 until the list was read.
  public internal(set) var layers = 0
  /// The number of layers of the poster on disk.
  public internal(set) var layersWritten = 0

  /// A photo is drawn, has failed, so that the next one takes its place, or is cancelled.
  public var onSettle: (_ name: String, Outcome) -> Void = { _, _ in }
  /// The poster was written, with this many layers.
  public var onLayer: (_ layers: Int, Picture) -> Void = { _, _ in }

  let list: PhotoListReader
  let downloading: DownloadStep
  let output: OutputFile
  let pool = PixelPool()
  let index: JobQueue
  public let downloads: JobQueue
  public let scalings: JobQueue
  public let drawings: JobQueue
  public let writing: JobQueue
  let drawing = PosterState()

  /// Called from any thread.
  public init(
    engine: any JobEngine, transport: Transport, list: ListSource, output: OutputFile, options: PosterOptions
  ) {
    let life = RunLife(engine: engine)
    self.list = PhotoListReader(list, transport: transport)
    self.output = output
    self.options = options
    downloading = DownloadStep(life: life, transport: transport, allowsFiles: list.mayNameFiles)
    index = life.makeQueue("index", width: 1)
    downloads = life.makeDownloadQueue(width: options.downloads)
    scalings = life.makeQueue("scale", width: options.scalings)
    drawings = life.makeQueue("draw", width: 1)
    writing = life.makeQueue("write", width: 1)
    super.init(life)
  }

  override func begin() { addIndex() }

  override func didClose() { list.cancel() }

  // MARK: Reports of jobs

  func settled(_ number: Int, _ name: String, _ outcome: Outcome, bytes used: Int = 0) {
    count(outcome, number + 1, name)
    if outcome == .done { bytes.used += used }
    onSettle(name, outcome)
  }
}

/// The poster in progress.
///
/// Touched by the index job; after it by jobs of the drawing queue, which run one at a time, and by jobs that wait for
/// one of these, and which it waits for in turn.
final class PosterState: @unchecked Sendable {
  // Safe: see above; the engine's lock orders one job's end before the next one's start.
  var index: AnyJob?
  /// The entries not taken yet, each at its place in the list.
  var photos: ArraySlice<PhotoEntry> = []
  var sheet: PosterSheet?
  var layer: PosterLayer?
  var wanted = 0
  var drawn = 0
  /// Layers with at least one photo: all of a layer may fail when the list has no more.
  var layers = 0
  /// The job that writes the poster with the layers so far.
  var lastWriting: AnyJob?
}

/// A layer in progress.
struct PosterLayer {
  /// From 0 at the back.
  let number: Int
  let places: [Place]
  /// The most photos that it takes from the list, so that the layers in front still get theirs.
  let allowance: Int
  /// The job that its photos depend on.
  let behind: AnyJob
  /// The job that depends on its photos.
  let finished: AnyJob
  var lastDrawing: AnyJob?
  var taken = 0
  var drawn = 0
  var underWay = 0

  /// Whether a place is left if all photos in progress take one.
  var wantsMore: Bool { drawn + underWay < places.count && taken < allowance }
}
