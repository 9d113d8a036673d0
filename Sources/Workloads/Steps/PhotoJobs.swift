import Base
import Engine
import Transport

/// Creates a photo's two jobs, its download and its filter, and updates the photo as they start and end.
///
/// Jobs may be created on any thread. The handlers are called on the engine's reporting queue.
final class PhotoJobs: @unchecked Sendable {
  // Sendable: properties are set before the first job is created. The handlers are called only on the reporting
  // queue.

  /// The name of the second job, such as “filter”.
  private let verb: String
  private let life: RunLife
  private let download: DownloadStep
  private let filter: FilterStep
  /// Whether the first photo that can't be written ends the run if the disk is full, because all others would
  /// fail too.
  private let stopsOnFullDisk: Bool
  /// The queue whose free slots help with large photos. It is weak because its jobs retain this object.
  weak var helpingQueue: JobQueue?

  /// Called when the state or the image of a photo has changed.
  var onChange: (Photo) -> Void = { _ in }
  /// Called when a photo's download begins to wait for a server that has failed.
  var onRest: (Photo) -> Void = { _ in }
  /// Called when a photo's transfer has ended, complete or not, with the number of bytes received.
  var onReceive: (Photo, Int) -> Void = { _, _ in }
  /// Called when a job of a photo has ended.
  var onEnd: (Photo) -> Void = { _ in }

  init(
    _ life: RunLife, download: DownloadStep, filter: FilterStep, verb: String = "filter",
    stopsOnFullDisk: Bool = true
  ) {
    self.life = life
    self.download = download
    self.filter = filter
    self.verb = verb
    self.stopsOnFullDisk = stopsOnFullDisk
  }

  func makeDownload(of photo: Photo) -> Job<Fetched> {
    let meter = DownloadMeter()
    let job = life.engine.makeAsynchronousJob("download \(photo.name)") {
      [self, download, url = photo.url, known = photo.earlier] running, completion in
      download.run(
        url, known: known, meter: meter, onRest: { self.report(photo, meter) }, running, completion)
    }
    job.whenStarted { [self] in
      photo.state = .downloading
      photo.meter = meter
      onChange(photo)
    }
    job.whenEnded { [self] end in
      switch job.result {
      case .success(.original(let original, let validator)):
        // A server that sends the same validator again, or none at all, doesn't claim that the original is
        // newer.
        if photo.replaces == .olderOriginal, validator == photo.earlier { photo.replaces = nil }
        photo.image = .original(original)
        photo.state = .downloaded
      case .success(.unchanged):
        isFiltered(photo)
        photo.isUnchanged = true
      case .failure(let error) where !end.isCancelled: fail(photo, error)
      case .failure, nil: photo.state = .new
      }
      photo.meter = nil
      photo.bytesReceived += meter.received
      onReceive(photo, meter.received)
      onChange(photo)
      onEnd(photo)
    }
    return job
  }

  /// Reports that a download has begun to wait, unless the wait has already ended.
  private func report(_ photo: Photo, _ meter: DownloadMeter) {
    life.report { [self] in if photo.meter === meter, meter.rest != nil { onRest(photo) } }
  }

  /// Makes the filter of a photo. Its download provides the original.
  func makeFilter(of photo: Photo, after download: Job<Fetched>) -> AnyJob {
    let filter = makeFilter(of: photo) { try? download.result?.get() }
    life.depend(filter, on: download)
    return filter
  }

  /// Makes the filter of a photo.
  ///
  /// - Parameter fetched: Called when the job starts. If it returns no original, there is nothing to do.
  func makeFilter(of photo: Photo, from fetched: @escaping @Sendable () -> Fetched?) -> AnyJob {
    let job = life.engine.makeJob("\(verb) \(photo.name)") { [self] running in
      // A prerequisite that failed still releases this job.
      guard case .original(let original, let validator)? = fetched() else { throw CancellationError() }
      let askForHelp = helpingQueue.map { filterHelpers(life, $0, name: photo.name) }
      do { try filter.run(original, photo, validator, askForHelp, running) } catch {
        guard stopsOnFullDisk, (error as? OutputError)?.isFatal == true else { throw error }
        // Called here and not on the reporting queue, which the photos in progress may keep busy. The run
        // reports the error once, so the photos that met it needn't report it.
        life.fail(error, closes: true)
        throw CancellationError()
      }
    }
    job.whenStarted { [self] in
      guard photo.state == .downloaded else { return }
      photo.state = .filtering
      onChange(photo)
    }
    job.whenEnded { [self] end in
      switch end {
      case .finished: isFiltered(photo)
      case .failed(let error): fail(photo, error)
      case .cancelled where photo.state == .filtering: photo.state = .downloaded
      case .cancelled: return onEnd(photo)
      }
      onChange(photo)
      onEnd(photo)
    }
    return job
  }

  private func isFiltered(_ photo: Photo) {
    photo.image = .filtered(path: filter.folder.file(photo.fileName))
    photo.state = .filtered
  }

  private func fail(_ photo: Photo, _ error: any Error) {
    photo.state = .failed(life.words(error))
    // An original that couldn't be filtered is no longer shown and shouldn't use memory.
    photo.image = nil
  }
}

/// Returns the text of an error for display next to a photo's name.
func plainWords(_ error: any Error) -> String {
  switch error {
  case let error as TransferError: "\(error.reason)"
  default: "\(error)"
  }
}
