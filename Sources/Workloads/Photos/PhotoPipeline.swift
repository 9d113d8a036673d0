import Engine

/// The photos in progress, with the queues that they pass through. Each photo has a download, and a filter that depends
/// on it unless originals are kept.
///
/// A photo's `PhotoStateMachine` decides what to do. The pipeline performs the action and reports the
/// changes to its run.
public final class PhotoPipeline: @unchecked Sendable {
  // Sendable: confined to the reporting queue, except for constants.
  public let downloads: JobQueue
  /// The queue for filters, or nil if originals are kept.
  public let filters: JobQueue?
  /// Whether photos change when their downloads start. Each such report may wake a thread, so it is left out if nothing
  /// shows it.
  public var reportsStarts = true

  private unowned let run: Run
  private let folder: PhotoFolder
  let fetch: FetchStep
  private let filter: FilterStep?
  /// The size in bytes of the originals in memory that wait for a filter. While it is above `mostWaiting`, no download
  /// starts, because large originals would fill the memory without being filtered any sooner.
  private var waiting = 0 {
    didSet {
      let (was, isFull) = (oldValue > mostWaiting, waiting > mostWaiting)
      if was != isFull { isFull ? downloads.suspend() : downloads.resume() }
    }
  }
  private let mostWaiting: Int
  private var inProgress: [Int: (photo: Photo, jobs: [AnyJob])] = [:]

  /// - Parameters:
  ///   - folder: The folder for the files. Its plan has the widths of the queues.
  ///   - pause: Called before each filter; see `FilterStep`.
  init(
    _ run: Run, _ fetch: FetchStep, into folder: PhotoFolder,
    pause: @escaping @Sendable (any Running) -> Void = { _ in }
  ) {
    let plan = folder.plan
    (self.run, self.fetch, self.folder, mostWaiting) = (run, fetch, folder, plan.mostWaiting)
    filter = plan.keeps ? nil : FilterStep(folder: folder, pause: pause)
    downloads = run.makeDownloadQueue(width: plan.downloads)
    filters = filter.map { run.makeQueue($0.name, width: plan.filters) }
  }

  /// The queues in the order in which photos pass through them.
  public var queues: [JobQueue] { [downloads] + [filters].compactMap(\.self) }

  /// The number of bytes received by downloads in progress.
  var bytesArriving: Int { inProgress.values.reduce(0) { $0 + ($1.photo.meter?.value.received ?? 0) } }

  /// The number of photos whose jobs haven't ended.
  public var photosInProgress: Int { inProgress.count }

  /// The photos that are in progress and haven't been cancelled, in the order of the list.
  var pending: [Photo] {
    inProgress.values.map(\.photo).filter(\.machine.isPending).sorted { $0.number < $1.number }
  }

  /// Starts the jobs that the photo needs: both, or only the filter if just the filter was cancelled. Does
  /// nothing if the photo is in progress, done or failed.
  public func start(_ photo: Photo) { handle(.start, photo) }

  /// Cancels the jobs of these photos together.
  public func cancel(_ photos: some Sequence<Photo>) {
    var jobs: [AnyJob] = []
    for photo in photos {
      handle(.cancel, photo)
      jobs += inProgress[photo.number]?.jobs ?? []
    }
    run.engine.cancel(jobs)
  }

  /// Cancels all jobs of both queues together. Unlike `cancel(_:)`, this ignores a `start` until the cancelled
  /// jobs have ended. It can be called from any thread.
  public func cancelAll() { run.engine.cancelAll(queues) }

  /// Suspends the queues. Running jobs continue. It can be called from any thread.
  public func suspend() { for queue in queues { queue.suspend() } }

  /// Resumes the queues. It can be called from any thread.
  public func resume() { for queue in queues.reversed() { queue.resume() } }

  // MARK: Events

  private func handle(_ event: PhotoStateMachine.Event, _ photo: Photo) {
    run.assertOnReportingQueue()
    let (hasChanged, action) = photo.machine.handle(event)
    switch action {
    case .nothing: break
    case .download: addAll(photo)
    case .filter: addFilter(photo)
    case .settle: inProgress[photo.number] = nil
    }
    if hasChanged { run.changed(photo) }
    if action == .settle { run.settled(photo) }
  }

  private func ended(_ photo: Photo, _ download: Job<Fetched>, _ end: JobEnd) -> PhotoStateMachine.End {
    switch download.result {
    case .success(.original(let original, let validator)):
      photo.arrived(validator)
      photo.image = .original(original)
      return .finished
    case .success(.saved(let file, let bytes, let validator)):
      photo.arrived(validator)
      (photo.fileName, photo.savedBytes, photo.resumedFrom) = (file, bytes, photo.resumedFrom ?? 0)
      return complete(photo)
    case .success(.unchanged):
      photo.isUnchanged = true
      return complete(photo)
    case .failure(let error) where !end.isCancelled: return .failed(error)
    case .failure, nil: return .cancelled
    }
  }

  private func complete(_ photo: Photo) -> PhotoStateMachine.End {
    photo.image = .filtered(path: folder.output.file(photo.fileName))
    return .complete
  }

  private func filterEnded(_ photo: Photo, _ end: JobEnd) -> PhotoStateMachine.End {
    switch end {
    case .finished:
      photo.image = .filtered(path: folder.output.file(photo.fileName))
      return .finished
    case .failed(let error):
      // An original that couldn't be filtered is no longer shown, so it shouldn't take up memory.
      photo.image = nil
      return .failed(error)
    case .cancelled: return .cancelled
    }
  }

  // MARK: Jobs

  private func addAll(_ photo: Photo) {
    let download = makeDownload(photo)
    if let filter, let filters {
      let job = makeFilter(photo, filter) { try? download.result?.get() }
      run.depend(job, on: download)
      note(photo, [download, job])
      // Add the dependent first, so that both jobs are on their queues before the download can end.
      run.add(job, to: filters)
    } else {
      note(photo, [download])
    }
    run.add(download, to: downloads)
  }

  private func addFilter(_ photo: Photo) {
    guard let filter, let filters else { return }
    let (image, validator) = (photo.image, photo.validator)
    let job = makeFilter(photo, filter) {
      if case .original(let original) = image { .original(original, validator) } else { nil }
    }
    note(photo, [job])
    waits(photo)
    run.add(job, to: filters)
  }

  private func note(_ photo: Photo, _ jobs: [AnyJob]) {
    inProgress[photo.number] = (photo, jobs)
    run.onJobs?(photo.number, photo.name, jobs.map(\.id))
  }

  private func makeDownload(_ photo: Photo) -> Job<Fetched> {
    let job = fetch.makeJob(photo)
    if reportsStarts { job.whenStarted { [self] in handle(.downloadStarted, photo) } }
    job.whenEnded { [self] end in
      handle(.downloadEnded(ended(photo, job, end)), photo)
      waits(photo)
    }
    return job
  }

  /// - Parameter fetched: Called when the job starts. If it doesn't return an original, the job has nothing
  ///   to do.
  private func makeFilter(
    _ photo: Photo, _ filter: FilterStep, from fetched: @escaping @Sendable () -> Fetched?
  ) -> AnyJob {
    let job = run.engine.makeJob("\(filter.name.rawValue) \(photo.name)") { [self] running in
      // A prerequisite that failed still lets this job start.
      guard case .original(let original, let validator)? = fetched() else { throw CancellationError() }
      do { try filter.run(original, photo, validator, running) } catch {
        if folder.output.isTemporary, let error = error as? OutputError { throw error.forTemporaryFolder }
        throw run.stopped(by: error)
      }
    }
    job.whenStarted { [self] in
      waitsNoLonger(photo)
      handle(.filterStarted, photo)
    }
    job.whenEnded { [self] end in
      waitsNoLonger(photo)
      handle(.filterEnded(filterEnded(photo, end)), photo)
    }
    return job
  }

  private func waits(_ photo: Photo) {
    // A filter that was cancelled may have ended before the download.
    guard case .original(.memory(let body)) = photo.image, photo.machine.isInProgress, photo.waitingBytes == 0
    else { return }
    (photo.waitingBytes, waiting) = (body.count, waiting + body.count)
  }

  private func waitsNoLonger(_ photo: Photo) {
    waiting -= photo.waitingBytes
    photo.waitingBytes = 0
  }
}
