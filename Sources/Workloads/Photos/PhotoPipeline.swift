import Engine
import Imaging
import Transport

/// Downloads and filters photos: two queues, and for each photo that is under way a download job and a filter job
/// that depends on it.
///
/// All members are called, and all changes told, on the engine's reporting queue, unless they say otherwise.
public final class PhotoPipeline: @unchecked Sendable {
  // Safe: what can change is touched on the reporting queue only.
  public let engine: any JobEngine
  public let downloads: JobQueue
  public let filters: JobQueue

  /// The state or the image of a photo has changed.
  public var onChange: (Photo) -> Void = { _ in }
  /// A photo has failed: the reason as it was thrown.
  public var onFailure: (any Error) -> Void = { _ in }
  /// Whether what a photo failed with ends all of them: asked on the thread of its job, which then cancels all others at
  /// once, as they may be what keeps the reporting queue busy.
  public var endsAll: @Sendable (any Error) -> Bool = { _ in false }
  /// A photo's transfer has ended, whether or not it brought all, after this many bytes of the body.
  public var onReceive: (Photo, Int) -> Void = { _, _ in }
  /// No job of this photo is left. Its state says how far it came.
  public var onSettle: (Photo) -> Void = { _ in }

  /// Is told of the jobs of every photo; see `JobsWatcher`.
  public var onJobs: JobsWatcher?

  private let steps: PhotoSteps
  private var underWay: [Int: Work] = [:]

  /// What is pending for one photo.
  private struct Work {
    let photo: Photo
    let jobs: [AnyJob]
    var jobsLeft: Int
    /// It was cancelled, and started again before the jobs had ended.
    var startsAgain = false
    var isCancelled = false
  }

  /// - Parameters:
  ///   - downloads: how many photos are downloaded at a time.
  ///   - filters: how many are filtered at a time; they keep a core busy each.
  public init(engine: any JobEngine, steps: PhotoSteps, downloads: Int, filters: Int) {
    self.engine = engine
    self.steps = steps
    self.downloads = engine.makeQueue("download", width: downloads)
    self.filters = engine.makeQueue("filter", width: filters)
  }

  /// How many photos have jobs that have not ended.
  public var photosUnderWay: Int { underWay.count }

  /// Starts what the photo needs: both jobs, only the filter after a cancelled filtering, or nothing when it is under
  /// way, done or failed.
  public func start(_ photo: Photo) {
    if underWay[photo.number] != nil {
      if underWay[photo.number]?.isCancelled == true { underWay[photo.number]?.startsAgain = true }
      return
    }
    let handoff = Handoff()
    switch photo.state {
    case .new:
      let download = makeDownload(photo, handoff)
      let filter = makeFilter(photo, handoff)
      launch(photo, [download, filter]) {
        try filter.addPrerequisite(download)
        // The dependent first, so that both are on their queues when the first can end.
        try filters.add(filter)
        try downloads.add(download)
      }
    case .downloaded:
      guard case .original(let original) = photo.image else { return }
      handoff.put(original)
      let filter = makeFilter(photo, handoff)
      launch(photo, [filter]) { try filters.add(filter) }
    case .downloading, .filtering, .filtered, .failed: return
    }
  }

  /// Cancels all that is under way for these photos as one.
  public func cancel(_ photos: some Sequence<Photo>) {
    var jobs: [AnyJob] = []
    for photo in photos {
      guard let work = underWay[photo.number] else { continue }
      underWay[photo.number]?.isCancelled = true
      underWay[photo.number]?.startsAgain = false
      jobs += work.jobs
    }
    engine.cancel(jobs)
  }

  /// Cancels everything, on both queues at once, for good: a photo that is started before its cancelled jobs have ended
  /// stays cancelled (`cancel(_:)` remembers it). May be called from any thread: what was cancelled tells so later on the
  /// reporting queue.
  public func cancelAll() { engine.cancelAll([downloads, filters]) }

  /// Starts no more bodies; running ones go on. May be called from any thread.
  public func suspend() {
    downloads.suspend()
    filters.suspend()
  }

  /// May be called from any thread.
  public func resume() {
    filters.resume()
    downloads.resume()
  }

  // MARK: Jobs

  private func makeDownload(_ photo: Photo, _ handoff: Handoff) -> Job<Void> {
    let job = engine.makeAsynchronousJob("download \(photo.name)") { [steps] running, completion in
      steps.download(photo.url, into: handoff, running, completion.end)
    }
    job.whenStarted { [self] in
      photo.state = .downloading
      onChange(photo)
    }
    job.whenEnded { [self] end in
      switch end {
      case .finished:
        photo.image = handoff.original.map(Photo.Image.original)
        photo.state = .downloaded
      case .failed(let error): fail(photo, error)
      case .cancelled: photo.state = .new
      }
      onReceive(photo, handoff.bytesReceived)
      onChange(photo)
      jobEnded(photo)
    }
    return job
  }

  private func makeFilter(_ photo: Photo, _ handoff: Handoff) -> Job<Void> {
    let job = engine.makeJob("filter \(photo.name)") { [steps, self] running in
      // A prerequisite that brought nothing still lets this job run: there is nothing to do then.
      guard let original = handoff.original else { throw CancellationError() }
      do { handoff.put(try steps.filter(original, photo, running)) } catch {
        if endsAll(error) { cancelAll() }
        throw error
      }
    }
    job.whenStarted { [self] in
      guard photo.state == .downloaded else { return }
      photo.state = .filtering
      onChange(photo)
    }
    job.whenEnded { [self] end in
      switch end {
      case .finished:
        photo.image = handoff.filtered.map(Photo.Image.filtered)
        photo.state = .filtered
        onChange(photo)
      case .failed(let error):
        fail(photo, error)
        onChange(photo)
      case .cancelled:
        if photo.state == .filtering {
          photo.state = .downloaded
          onChange(photo)
        }
      }
      jobEnded(photo)
    }
    return job
  }

  private func fail(_ photo: Photo, _ error: any Error) {
    photo.state = .failed(plainWords(error))
    // An original that could not be filtered is not shown any more, and holds no memory.
    photo.image = nil
    onFailure(error)
  }

  private func launch(_ photo: Photo, _ jobs: [AnyJob], _ add: () throws -> Void) {
    underWay[photo.number] = Work(photo: photo, jobs: jobs, jobsLeft: jobs.count)
    onJobs?(photo.number, photo.name, jobs.map(\.id))
    do { try add() } catch { preconditionFailure("new jobs on the engine's own queues: \(error)") }
  }

  /// A cancelled filter ends before the transfer that it waited for: the photo settles with the last of its jobs.
  private func jobEnded(_ photo: Photo) {
    underWay[photo.number]?.jobsLeft -= 1
    guard let work = underWay[photo.number], work.jobsLeft == 0 else { return }
    underWay[photo.number] = nil
    if work.startsAgain { start(photo) }
    if underWay[photo.number] == nil { onSettle(photo) }
  }
}
