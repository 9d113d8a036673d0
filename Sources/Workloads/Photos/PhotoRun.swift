import Base
import Engine
import Imaging
import Transport

/// What a run of the main job does, beside where its photos come from.
public struct PhotoRunOptions: Sendable {
  /// Downloads at a time.
  public var downloads = 8
  /// Filters at a time.
  public var filters = 2
  /// Photos under way at most. More would not be faster, and would cost memory; and a queue of `operation` that
  /// holds thousands of jobs which wait for others looks through all of them for each that it starts.
  public var ahead = 64
  /// Of the sepia filter, 0…1.
  public var intensity = 0.8
  public var compression = Compression.default
  /// The largest picture that is decoded, in pixels.
  public var maxPixels = 100_000_000
  /// Whether photos are made anew whose files are there already.
  public var force = false

  public init() {}
}

/// How a photo of a run ended.
public enum PhotoOutcome: Sendable, Equatable {
  case filtered
  /// Its file was there.
  case skipped
  case failed(String)
  case cancelled
}

/// How far a run has come, in photos.
public struct PhotoTally: Sendable, Equatable {
  /// Read from the list so far.
  public internal(set) var listed = 0
  /// Downloads that were shown.
  public internal(set) var downloaded = 0
  public internal(set) var filtered = 0
  public internal(set) var skipped = 0
  public internal(set) var failed = 0
  public internal(set) var cancelled = 0
  /// Bytes of the originals received, those of transfers that failed or were cancelled too.
  public internal(set) var bytes = 0
  /// Of these, the bytes of photos that were not filtered in the end.
  public var bytesWasted: Int { bytes - bytesUsed }
  var bytesUsed = 0

  public var settled: Int { filtered + skipped + failed + cancelled }
}

/// The main job: a list's photos, downloaded, filtered and written into a folder, `ahead` at a time at most.
///
/// All members are called on the engine's reporting queue, unless they say otherwise.
public final class PhotoRun: @unchecked Sendable {
  // Safe: what can change is touched on the reporting queue only.
  public let engine: any JobEngine
  public let pipeline: PhotoPipeline
  public private(set) var tally = PhotoTally()
  /// How many photos the list has; nil until it was read to its end.
  public var total: Int? { feed.total }
  public private(set) var failures: [(name: String, reason: String)] = []
  /// Why the run could not go on: `ListError` or `OutputError`.
  public private(set) var error: (any Error)?
  /// May be asked from any thread.
  public var isCancelled: Bool { cancelled.isSet }

  /// A photo's state or image has changed.
  public var onChange: (Photo) -> Void = { _ in }
  public var onSettle: (Photo, PhotoOutcome) -> Void = { _, _ in }
  /// Everything has ended.
  public var onEnd: () -> Void = {}

  private let feed: ListFeed
  private let output: OutputFolder
  private let options: PhotoRunOptions
  private var names = FileNames()
  private var hasEnded = false
  private let cancelled = Locked(false)
  /// Bytes of the photos under way.
  private var received: [Int: Int] = [:]

  /// Called from any thread.
  public init(
    engine: any JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    options: PhotoRunOptions
  ) {
    self.engine = engine
    feed = ListFeed(engine: engine, list: list, transport: transport, ahead: options.ahead)
    self.output = output
    self.options = options
    let steps = PhotoSteps(
      transport: transport, pool: PixelPool(), intensity: options.intensity,
      limits: DecodeLimits(maxPixels: options.maxPixels), allowsFiles: list.isFile
    ) { [compression = options.compression] picture, photo, running in
      let name = photo.fileName
      try output.write(name, isWanted: { !running.isCancelled }) { append in
        try encodePNG(picture, compression: compression) { bytes in
          if running.isCancelled { throw CancellationError() }
          try append(bytes)
        }
      }
      return .file(output.file(name))
    }
    pipeline = PhotoPipeline(
      engine: engine, steps: steps, downloads: options.downloads, filters: options.filters)
  }

  public func start() {
    pipeline.onChange = { [unowned self] photo in changed(photo) }
    pipeline.onReceive = { [unowned self] photo, bytes in
      tally.bytes += bytes
      received[photo.number, default: 0] += bytes
    }
    pipeline.onSettle = { [unowned self] photo in settle(photo) }
    // A full disk fails every photo to come, so the first is the last.
    pipeline.endsAll = { ($0 as? OutputError)?.isFatal == true }
    pipeline.onFailure = { [unowned self] error in
      if (error as? OutputError)?.isFatal == true { stop(error) }
    }
    feed.onEntries = { [weak self] entries in self?.take(entries) }
    feed.underWay = { [weak self] in self?.pipeline.photosUnderWay ?? .max }
    feed.onTurn = { [weak self] error in
      if let error { self?.stop(error) }
      self?.endIfDone()
    }
    feed.readOn()
  }

  /// Cancels all that is under way, and reads the list no further. May be called from any thread, also one that the
  /// reporting queue is not: what has stalled that queue may be what is cancelled.
  public func cancel() {
    cancelled.set()
    cancelJobs()
    engine.reportQueue.async { [self] in
      // Once more, for what was started there meanwhile.
      cancelJobs()
      endIfDone()
    }
  }

  private func cancelJobs() {
    feed.stop()
    engine.cancelAll([feed.queue, pipeline.downloads, pipeline.filters])
  }

  // MARK: The list

  private func take(_ entries: [PhotoEntry]) {
    if isCancelled || error != nil { return }
    for entry in entries {
      let number = tally.listed
      tally.listed += 1
      let fileName = names.next(for: entry.name) + ".png"
      let photo = Photo(number: number, entry: entry, fileName: fileName)
      if photo.hasFailed {
        changed(photo)
        settle(photo)
      } else if !options.force, output.has(fileName) {
        photo.state = .filtered
        photo.image = .filtered(.file(output.file(fileName)))
        tally.skipped += 1
        onSettle(photo, .skipped)
      } else {
        pipeline.start(photo)
      }
    }
  }

  // MARK: Photos

  private func changed(_ photo: Photo) {
    if photo.state == .downloaded { tally.downloaded += 1 }
    onChange(photo)
  }

  private func settle(_ photo: Photo) {
    let outcome: PhotoOutcome
    let bytes = received.removeValue(forKey: photo.number) ?? 0
    switch photo.state {
    case .filtered:
      tally.filtered += 1
      tally.bytesUsed += bytes
      outcome = .filtered
    case .failed(let reason):
      tally.failed += 1
      failures.append((photo.name, reason))
      outcome = .failed(reason)
    case .new, .downloading, .downloaded, .filtering:
      tally.cancelled += 1
      outcome = .cancelled
    }
    onSettle(photo, outcome)
    feed.readOn()
    endIfDone()
  }

  private func stop(_ error: any Error) {
    if self.error == nil { self.error = error }
    if error is OutputError { cancelJobs() }
  }

  private func endIfDone() {
    guard !hasEnded, !feed.isReading, pipeline.photosUnderWay == 0,
      feed.isDone || error != nil || isCancelled
    else { return }
    hasEnded = true
    onEnd()
  }
}
