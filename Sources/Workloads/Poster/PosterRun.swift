import Engine
import Imaging
import PhotoLists
import Transport

/// The settings of a poster.
public struct PosterSettings: Sendable, Equatable {
  /// The number of photos. The poster has fewer if the list is shorter.
  public var photos = 200
  /// The number of layers. The poster never has more layers than photos.
  public var layers = 10
  /// The poster's width in pixels.
  public var width = 2560
  public var height = 1600
  /// The seed of the random layout. The same seed and list give the same pixels.
  public var seed: UInt64 = 1
  /// The number of simultaneous downloads.
  public var downloads = DefaultWidths.downloads
  /// The number of photos scaled simultaneously.
  public var scalings = DefaultWidths.filters
  /// The compression of the finished poster if it is a PNG.
  public var compression = Compression.default
  /// The largest photo to decode, in pixels.
  public var maxPixels = DecodeLimits().maxPixels

  public init() {}

  /// The maximum number of photos that have begun but aren't drawn yet. It limits memory use, and is twice
  /// the number that run simultaneously, so that no queue has to wait for the drawing.
  public var underWay: Int { 2 * (min(downloads, entries) + min(scalings, entries)) }

  /// The number of entries to read from the list. It is more than twice the number of photos, so that failed
  /// photos can be replaced.
  public var entries: Int { 2 * photos + 64 }
}

/// Makes a poster of many photos. It is drawn from back to front, so that photos don't have to be kept.
///
/// An index job reads the list. The photos of the first layer wait for that job. The photos of every other
/// layer wait for a single job of the layer behind, “layer finished”. The poster's file is written again
/// after each layer. See `PosterJobs.swift` for all dependencies.
///
/// The same list and seed give the same pixels with any engine and any widths. Photos are drawn in the order
/// of the list, each in the next place of its layer. If a photo fails, the next one takes its place.
public final class PosterRun: Run, @unchecked Sendable {
  // Sendable: confined to the reporting queue, except for `drawing`, which documents its own rule.
  public let settings: PosterSettings
  /// The number of photos on the poster, or nil until the list has been read.
  public internal(set) var wanted: Int?
  public override var total: Int? { wanted }
  /// The maximum number of layers, or 0 until the list has been read.
  public internal(set) var layers = 0
  /// The number of layers of the poster on disk.
  public internal(set) var layersWritten = 0

  /// Called when the poster has been written with this many layers.
  public var onLayer: (_ layers: Int, Picture) -> Void = { _, _ in }

  private(set) lazy var list = PhotoListReader(source, transport: transport) { [weak self] wait in
    self?.noteList(wait)
  }
  private(set) lazy var fetch = FetchStep(self, transport, of: source)
  private let source: ListSource
  private let transport: Transport
  let output: OutputFile
  let pool = PixelPool()
  private(set) lazy var index = makeQueue(.index, width: 1)
  public private(set) lazy var downloads = makeDownloadQueue(width: settings.downloads)
  public private(set) lazy var scalings = makeQueue(.scale, width: settings.scalings)
  public private(set) lazy var drawings = makeQueue(.draw, width: 1)
  public private(set) lazy var writing = makeQueue(.write, width: 1)
  let drawing = PosterState()
  /// The photos whose downloads have started, by number.
  var downloading: [Int: Photo] = [:]

  /// Creates a run. This can be called from any thread.
  public init(
    engine: JobEngine, transport: Transport, list: ListSource, output: OutputFile,
    settings: PosterSettings
  ) {
    (source, self.transport) = (list, transport)
    self.output = output
    self.settings = settings
    super.init(engine: engine)
    // Created here, so that no other thread creates them on first use.
    _ = (index, scalings, drawings, writing, self.list, fetch, downloads)
  }

  override func begin() { addIndex() }

  override func didClose() { list.cancel() }

  // MARK: Job reports

  /// The names of the photos whose downloads are waiting although a slot is free, with the reasons.
  public var waiting: [(name: String, wait: TransferWait)] {
    downloading.sorted { $0.key < $1.key }.compactMap { _, photo in
      photo.meter?.value.wait.map { (photo.name, $0) }
    }
  }
}

/// The state of the poster in progress.
///
/// It is accessed first by the index job, and then by jobs of the drawing queue, which run one at a time.
/// Other jobs access it only if their dependencies place them strictly between two of those.
final class PosterState: @unchecked Sendable {
  // Sendable: see above. The engine's lock orders the end of one job before the start of the next.
  var index: AnyJob?
  /// The remaining entries. An entry's index is its position in the list.
  var photos: ArraySlice<PhotoEntry> = []
  var sheet: PosterSheet?
  var layer: PosterLayer?
  var wanted = 0
  var drawn = 0
  /// The number of layers with at least one photo. All photos of a layer may fail when the list is running
  /// out of entries.
  var layers = 0
  /// The job that writes the poster with its current layers.
  var lastWriting: AnyJob?
}

/// A layer in progress.
struct PosterLayer {
  /// The number of the layer, counted from 0 at the back.
  let number: Int
  let places: [Place]
  /// The maximum number of photos to take from the list, so that enough are left for the layers in front.
  let allowance: Int
  /// The job that the layer's photos depend on.
  let behind: AnyJob
  /// The job that depends on the layer's photos.
  let finished: AnyJob
  var lastDrawing: AnyJob?
  var taken = 0
  var drawn = 0
  var underWay = 0

  /// Whether there is a place for another photo if all photos in progress succeed.
  var wantsMore: Bool { drawn + underWay < places.count && taken < allowance }
}
