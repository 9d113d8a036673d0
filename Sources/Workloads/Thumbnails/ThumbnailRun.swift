import Base
import Engine
import Foundation
import Imaging
import Transport

public struct ThumbnailOptions: Sendable {
  /// Thumbnails downloaded at a time.
  public var downloads = 3
  /// Thumbnails scaled at a time; they keep a core busy each.
  public var scalers = 2
  /// Of a square that each is made to fit into, in pixels; nil leaves them as they come.
  public var size: Int?
  public var compression = Compression.default
  /// The largest picture that is decoded, in pixels.
  public var maxPixels = 100_000_000

  public init() {}
}

/// The slow gallery: a grouped list, and its thumbnails, loaded in the background and written as PNG files.
///
/// The list is a job, and every thumbnail's download depends on it; scaling a thumbnail depends on its download. All
/// members are called on the engine's reporting queue, unless they say otherwise.
public final class ThumbnailRun: @unchecked Sendable {
  // Safe: what can change is touched on the reporting queue only.
  public let engine: any JobEngine
  public let lists: JobQueue
  public let downloads: JobQueue
  public let scalers: JobQueue
  /// Empty until the list is there.
  public private(set) var groups: [ThumbnailGroup] = []
  /// Bytes received of thumbnails; and of these, of thumbnails that were written in the end.
  public private(set) var bytesFetched = 0
  public private(set) var bytesUsed = 0
  /// Why the run could not go on: `ListError`, or an `OutputError` that would meet every other file too.
  public private(set) var error: (any Error)?
  /// May be asked from any thread.
  public var isCancelled: Bool { cancelled.isSet }

  /// The list is there.
  public var onList: () -> Void = {}
  /// A thumbnail's state has changed; `filtered` is scaled and written.
  public var onChange: (Thumbnail) -> Void = { _ in }
  /// Is told of the jobs of every thumbnail; see `JobsWatcher`.
  public var onJobs: JobsWatcher?
  /// Everything has ended.
  public var onEnd: () -> Void = {}

  private let list: GroupedListReader
  private let steps: PhotoSteps
  private let activity: ActivityIndicator
  private let cancelled = Locked(false)
  private var jobsLeft = 0

  /// Called from any thread.
  /// - Parameter activity: is on while the list or a thumbnail is being transferred.
  public init(
    engine: any JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    options: ThumbnailOptions, activity: ActivityIndicator
  ) {
    self.engine = engine
    self.activity = activity
    self.list = GroupedListReader(source: list, transport: transport)
    lists = engine.makeQueue("list", width: 1)
    downloads = engine.makeQueue("download", width: options.downloads)
    scalers = engine.makeQueue("scale", width: options.scalers)
    let pool = PixelPool()
    steps = PhotoSteps(
      transport: transport, pool: pool, intensity: 0, limits: DecodeLimits(maxPixels: options.maxPixels),
      allowsFiles: list.isFile
    ) { picture, photo, running in
      let small = options.size.map { picture.scaled(toFit: $0, pool: pool) } ?? picture
      let place = URL(fileURLWithPath: output.file(photo.fileName))
      let folder = try OutputFolder(place.deletingLastPathComponent().path)
      try folder.write(place.lastPathComponent, isWanted: { !running.isCancelled }) { append in
        try encodePNG(small, compression: options.compression) { bytes in try append(bytes) }
      }
      return .file(place.path)
    }
  }

  public func start() {
    let itself = JobBox()
    let job = engine.makeJob("list") { [self] running in try readList(running, itself) }
    itself.job = job
    job.whenEnded { [self] end in
      if case .failed(let error) = end { self.error = error }
      jobEnded()
    }
    jobsLeft = 1
    put(job, on: lists)
    if isCancelled { cancel() }
  }

  /// Cancels everything. May be called from any thread, also one that the reporting queue is not.
  public func cancel() {
    cancelled.set()
    engine.cancelAll([lists, downloads, scalers])
  }

  private func stop(_ error: any Error) {
    guard self.error == nil, !isCancelled else { return }
    self.error = error
    cancel()
  }

  /// The body of the list's job. It makes the thumbnails' jobs while it runs, so that they wait for its end.
  private func readList(_ running: any Running, _ itself: JobBox) throws {
    let inFlight = activity.begin()
    defer { inFlight.end() }
    let groups = try list.read(running)
    inFlight.end()
    let thumbnails = groups.flatMap(\.thumbnails)
    let wanted = thumbnails.filter { $0.photo.state == .new }
    // Told first: no job can end before it is known of.
    engine.reportQueue.async { [self] in
      self.groups = groups
      jobsLeft += 2 * wanted.count
      onList()
      for thumbnail in thumbnails where thumbnail.photo.state != .new { onChange(thumbnail) }
    }
    guard let job = itself.take() else { return }
    for thumbnail in wanted {
      let handoff = Handoff()
      let download = makeDownload(thumbnail, handoff)
      let scale = makeScale(thumbnail, handoff)
      onJobs?(thumbnail.photo.number, thumbnail.photo.name, [download.id, scale.id])
      try download.addPrerequisite(job)
      try scale.addPrerequisite(download)
      put(scale, on: scalers)
      put(download, on: downloads)
    }
    // Whoever cancelled meanwhile has not seen the last of them.
    if isCancelled { cancel() }
  }

  // MARK: Jobs

  private func makeDownload(_ thumbnail: Thumbnail, _ handoff: Handoff) -> Job<Void> {
    let photo = thumbnail.photo
    let job = engine.makeAsynchronousJob("download \(photo.name)") { [steps, activity] running, completion in
      let inFlight = activity.begin()
      steps.download(photo.url, into: handoff, running) { end in
        inFlight.end()
        completion.end(end)
      }
    }
    job.whenStarted { [self] in
      photo.state = .downloading
      onChange(thumbnail)
    }
    job.whenEnded { [self] end in
      switch end {
      case .finished:
        photo.image = handoff.original.map(Photo.Image.original)
        photo.state = .downloaded
      case .failed(let error): photo.state = .failed(plainWords(error))
      case .cancelled: photo.state = .new
      }
      bytesFetched += handoff.bytesReceived
      onChange(thumbnail)
      jobEnded()
    }
    return job
  }

  private func makeScale(_ thumbnail: Thumbnail, _ handoff: Handoff) -> Job<Void> {
    let photo = thumbnail.photo
    let job = engine.makeJob("scale \(photo.name)") { [steps] running in
      // A prerequisite that brought nothing still lets this job run: there is nothing to do then.
      guard let original = handoff.original else { throw CancellationError() }
      handoff.put(try steps.filter(original, photo, running))
    }
    job.whenStarted { [self] in
      guard photo.state == .downloaded else { return }
      photo.state = .filtering
      onChange(thumbnail)
    }
    job.whenEnded { [self] end in
      switch end {
      case .finished:
        photo.image = handoff.filtered.map(Photo.Image.filtered)
        photo.state = .filtered
        bytesUsed += handoff.bytesReceived
        onChange(thumbnail)
      case .failed(let error):
        photo.state = .failed(plainWords(error))
        onChange(thumbnail)
        if (error as? OutputError)?.isFatal == true { stop(error) }
      case .cancelled: break
      }
      jobEnded()
    }
    return job
  }

  private func put(_ job: AnyJob, on queue: JobQueue) {
    do { try queue.add(job) } catch { preconditionFailure("a new job on the engine's own queue: \(error)") }
  }

  private func jobEnded() {
    jobsLeft -= 1
    if jobsLeft == 0 { onEnd() }
  }
}

/// A job, for its own body.
private final class JobBox: @unchecked Sendable {
  // Safe: set before the job is on a queue, and then touched by its body only.
  var job: AnyJob?

  /// Once: a job that its own body kept would never be freed.
  func take() -> AnyJob? {
    defer { job = nil }
    return job
  }
}
