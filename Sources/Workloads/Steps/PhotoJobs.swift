import Base
import Engine
import Transport

/// Makes the two jobs of a photo, its download and its filter, and keeps the photo's record up to date.
///
/// Jobs may be made on any thread; the handlers are called on the engine's reporting queue.
final class PhotoJobs: @unchecked Sendable {
  // Safe: properties are set before the first job is made; the handlers are called on the reporting queue only.

  /// The name of the second job: “filter”.
  private let verb: String
  private let life: RunLife
  private let download: DownloadStep
  private let filter: FilterStep
  /// Whether a full disk ends the run with the first photo that cannot be written: the others would fail alike.
  private let stopsOnFullDisk: Bool
  /// The queue whose free slots help with large photos. Weak, as its jobs hold this.
  weak var helpingQueue: JobQueue?

  /// The state or the image of a photo has changed.
  var onChange: (Photo) -> Void = { _ in }
  /// A photo's download begins to wait for a server that has failed.
  var onRest: (Photo) -> Void = { _ in }
  /// A photo's transfer has ended, complete or not, after this many bytes.
  var onReceive: (Photo, Int) -> Void = { _, _ in }
  /// A job of a photo has ended.
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
        // A server that sends the same state again, or tells no states apart, claims no newer one.
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

  /// Reports that a download has begun to wait, unless it waits no more by then.
  private func report(_ photo: Photo, _ meter: DownloadMeter) {
    // The job that waits has not ended, so neither has the run.
    life.begin()
    life.engine.reportQueue.async { [self] in
      if photo.meter === meter, meter.rest != nil { onRest(photo) }
      life.end()
    }
  }

  /// The filter of a photo that its download brings.
  func makeFilter(of photo: Photo, after download: Job<Fetched>) -> AnyJob {
    let filter = makeFilter(of: photo) { try? download.result?.get() }
    life.depend(filter, on: download)
    return filter
  }

  /// - Parameter fetched: is asked when the job starts; without an original there is nothing to do.
  func makeFilter(of photo: Photo, from fetched: @escaping @Sendable () -> Fetched?) -> AnyJob {
    let job = life.engine.makeJob("\(verb) \(photo.name)") { [self] running in
      // A prerequisite that failed still releases this job.
      guard case .original(let original, let validator)? = fetched() else { throw CancellationError() }
      let askForHelp = helpingQueue.map { filterHelpers(life, $0, name: photo.name) }
      do { try filter.run(original, photo, validator, askForHelp, running) } catch {
        guard stopsOnFullDisk, (error as? OutputError)?.isFatal == true else { throw error }
        // Here and not on the reporting queue, which may be busy with the photos in progress. The run reports the error
        // once. For all photos that met it, there is nothing else to say.
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
    // An original that could not be filtered is not shown any more, and takes no memory.
    photo.image = nil
  }
}

/// An error as it is shown beside a photo's name.
func plainWords(_ error: any Error) -> String {
  switch error {
  case let error as TransferError: "\(error.reason)"
  default: "\(error)"
  }
}
