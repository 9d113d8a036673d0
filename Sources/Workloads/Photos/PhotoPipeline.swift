import Engine

/// The photos in progress: two queues, and for each photo a download and a filter that depends on it.
public final class PhotoPipeline: @unchecked Sendable {
  // Sendable: confined to the reporting queue.
  public let downloads: JobQueue
  public let filters: JobQueue

  /// Called when the last job of a photo has ended. The photo's state tells how far it got.
  var onSettle: (Photo) -> Void = { _ in }

  private let life: RunLife
  let jobs: PhotoJobs
  private var inProgress: [Int: Work] = [:]

  /// The jobs of a photo that haven't ended.
  private struct Work {
    let jobs: [AnyJob]
    var jobsLeft: Int
    /// Whether the photo was cancelled, and then started again before its jobs had ended.
    var startsAgain = false
    var isCancelled = false
  }

  /// - Parameters:
  ///   - downloads: The number of simultaneous downloads.
  ///   - filters: The number of simultaneous filters, each of which keeps a core busy.
  ///   - name: The name of the second queue.
  init(_ life: RunLife, _ jobs: PhotoJobs, downloads: Int, filters: Int, name: QueueName = .filter) {
    self.life = life
    self.jobs = jobs
    self.downloads = life.makeDownloadQueue(width: downloads)
    self.filters = life.makeQueue(name, width: filters)
    jobs.helpingQueue = self.filters
    jobs.onEnd = { [weak self] photo in self?.jobEnded(photo) }
  }

  /// The number of photos whose jobs haven't ended.
  public var photosInProgress: Int { inProgress.count }

  /// Returns whether the photo has jobs that haven't ended.
  func isInProgress(_ photo: Photo) -> Bool { inProgress[photo.number] != nil }

  /// The numbers of photos in progress that weren't cancelled.
  var pending: Set<Int> { Set(inProgress.filter { !$0.value.isCancelled || $0.value.startsAgain }.keys) }

  /// Starts the jobs that the photo needs: both, or only the filter if that was cancelled. Does nothing if the
  /// photo is in progress, done or failed.
  public func start(_ photo: Photo) {
    life.assertOnReportingQueue()
    if inProgress[photo.number] != nil {
      if inProgress[photo.number]?.isCancelled == true { inProgress[photo.number]?.startsAgain = true }
      return
    }
    switch photo.state {
    case .new:
      let download = jobs.makeDownload(of: photo)
      let filter = jobs.makeFilter(of: photo, after: download)
      note(photo, [download, filter])
      // Add the dependent first, so that both jobs are on their queues before the download can end.
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

  /// Cancels the jobs of these photos together.
  public func cancel(_ photos: some Sequence<Photo>) {
    life.assertOnReportingQueue()
    var jobs: [AnyJob] = []
    for photo in photos {
      guard let work = inProgress[photo.number] else { continue }
      inProgress[photo.number]?.isCancelled = true
      inProgress[photo.number]?.startsAgain = false
      jobs += work.jobs
    }
    life.engine.cancel(jobs)
  }

  /// Cancels all jobs of both queues together. Unlike `cancel(_:)`, this ignores a `start` until the cancelled
  /// jobs have ended. It can be called from any thread.
  public func cancelAll() { life.engine.cancelAll([downloads, filters]) }

  /// Suspends both queues. Running jobs continue. It can be called from any thread.
  public func suspend() {
    downloads.suspend()
    filters.suspend()
  }

  /// Resumes both queues. It can be called from any thread.
  public func resume() {
    filters.resume()
    downloads.resume()
  }

  // MARK: Jobs

  private func note(_ photo: Photo, _ jobs: [AnyJob]) {
    inProgress[photo.number] = Work(jobs: jobs, jobsLeft: jobs.count)
    life.onJobs?(photo.number, photo.name, jobs.map(\.id))
  }

  /// Settles the photo when the last of its jobs has ended. A cancelled filter ends before the transfer that it
  /// waited for.
  private func jobEnded(_ photo: Photo) {
    life.assertOnReportingQueue()
    inProgress[photo.number]?.jobsLeft -= 1
    guard let work = inProgress[photo.number], work.jobsLeft == 0 else { return }
    inProgress[photo.number] = nil
    if work.startsAgain { start(photo) }
    if inProgress[photo.number] == nil { onSettle(photo) }
  }
}
