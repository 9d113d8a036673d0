import Engine
import Imaging
import PhotoLists
import Transport

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
  // Safe: what can change is touched on the reporting queue only, and `drawing` as it says itself.
  public let options: PosterOptions
  public private(set) var bytes = ByteTally()
  /// How many photos the poster is to have; nil until the list was read.
  public private(set) var wanted: Int?
  /// Layers that it is to have, at most; 0 until the list was read.
  public private(set) var layers = 0
  /// The layers that the poster on disk has, from the back.
  public private(set) var layersWritten = 0

  /// A figure of the run has changed.
  public var onChange: () -> Void = {}
  public var onSettle: (_ name: String, PosterOutcome) -> Void = { _, _ in }
  /// The poster on disk has so many layers now, and looks like that.
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
    downloading = DownloadStep(transport: transport, allowsFiles: list.mayNameFiles)
    index = life.makeQueue("index", width: 1)
    downloads = life.makeQueue("download", width: options.downloads)
    scalings = life.makeQueue("scale", width: options.scalings)
    drawings = life.makeQueue("draw", width: 1)
    writing = life.makeQueue("write", width: 1)
    super.init(life)
  }

  override func begin() { addIndex() }

  override func didClose() { list.cancel() }

  // MARK: Reports of jobs

  func listed(_ wanted: Int, layers: Int) {
    self.wanted = wanted
    self.layers = layers
    onChange()
  }

  func received(_ count: Int) {
    bytes.received += count
    onChange()
  }

  func settled(_ number: Int, _ name: String, _ outcome: PosterOutcome, bytes used: Int = 0) {
    switch outcome {
    case .drawn:
      tally.done += 1
      bytes.used += used
    case .failed(let reason):
      noteFailure(number + 1, name, reason)
    case .cancelled: tally.cancelled += 1
    }
    onSettle(name, outcome)
    onChange()
  }

  func written(_ layers: Int, _ picture: Picture) {
    layersWritten = layers
    onLayer(layers, picture)
    onChange()
  }
}
