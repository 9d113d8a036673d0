import Engine

/// The photos in progress: two queues, and for each photo a download and a filter that depends on it.
///
/// All members are called on the engine's reporting queue, unless they say otherwise.
public final class PhotoPipeline: @unchecked Sendable {
  // Safe: mutable state is accessed only on the reporting queue.
  public let downloads: JobQueue
  public let filters: JobQueue

  /// The last job of this photo has ended. Its state tells how far it came.
  var onSettle: (Photo) -> Void = { _ in }

  private let life: RunLife
  let jobs: PhotoJobs
  private var inProgress: [Int: Work] = [:]

  /// A photo's pending jobs.
  private struct Work {
    let jobs: [AnyJob]
    var jobsLeft: Int
    /// It was cancelled, and started again before the jobs had ended.
    var startsAgain = false
    var isCancelled = false
  }

  /// - Parameters:
  ///   - downloads: how many photos are downloaded at a time.
  ///   - filters: how many are filtered at a time; each keeps a core busy.
  ///   - name: the name of the second queue.
  init(_ life: RunLife, _ jobs: PhotoJobs, downloads: Int, filters: Int, name: String = "filter") {
    self.life = life
    self.jobs = jobs
    self.downloads = life.makeDownloadQueue(width: downloads)
    self.filters = life.makeQueue(name, width: filters)
    jobs.helpingQueue = self.filters
    jobs.onEnd = { [weak self] photo in self?.jobEnded(photo) }
  }

  /// The number of photos with jobs that have not ended.
  public var photosInProgress: Int { inProgress.count }

  /// Whether a photo has jobs that have not ended.
  func isInProgress(_ photo: Photo) -> Bool { inProgress[photo.number] != nil }

  /// The numbers of those whose jobs were not cancelled.
  var pending: Set<Int> { Set(inProgress.filter { !$0.value.isCancelled || $0.value.startsAgain }.keys) }

  /// Starts the jobs that the photo needs: both; the filter alone if that was cancelled; none if the photo is in progress,
  /// done or failed.
  public func start(_ photo: Photo) {
    if inProgress[photo.number] != nil {
      if inProgress[photo.number]?.isCancelled == true { inProgress[photo.number]?.startsAgain = true }
      return
    }
    switch photo.state {
    case .new:
      let download = jobs.makeDownload(of: photo)
      let filter = jobs.makeFilter(of: photo, after: download)
      note(photo, [download, filter])
      // The dependent first, so that both are on their queues when the first can end.
      life.add(filter, to: filters)
      life.add(download, to: downloads)
    case .downloaded:
      guard case .original(let original) = photo.image else { return }
      let filter = jobs.makeFilter(of: photo) { .original(original, nil) }
      note(photo, [filter])
      life.add(filter, to: filters)
    case .downloading, .filtering, .filtered, .failed: return
    }
  }

  /// Cancels the jobs of these photos as one.
  public func cancel(_ photos: some Sequence<Photo>) {
    var jobs: [AnyJob] = []
    for photo in photos {
      guard let work = inProgress[photo.number] else { continue }
      inProgress[photo.number]?.isCancelled = true
      inProgress[photo.number]?.startsAgain = false
      jobs += work.jobs
    }
    life.engine.cancel(jobs)
  }

  /// Cancels everything, on both queues at once. Unlike `cancel(_:)`, this ignores a `start` until the cancelled jobs have
  /// ended. May be called from any thread.
  public func cancelAll() { life.engine.cancelAll([downloads, filters]) }

  /// Starts no more jobs; running ones continue. May be called from any thread.
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

  private func note(_ photo: Photo, _ jobs: [AnyJob]) {
    inProgress[photo.number] = Work(jobs: jobs, jobsLeft: jobs.count)
    life.onJobs?(photo.number, photo.name, jobs.map(\.id))
  }

  /// A cancelled filter ends before the transfer that it waited for, so the photo settles with the last of its jobs.
  private func jobEnded(_ photo: Photo) {
    inProgress[photo.number]?.jobsLeft -= 1
    guard let work = inProgress[photo.number], work.jobsLeft == 0 else { return }
    inProgress[photo.number] = nil
    if work.startsAgain { start(photo) }
    if inProgress[photo.number] == nil { onSettle(photo) }
  }
}
