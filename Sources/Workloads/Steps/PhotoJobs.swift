import Engine
import Transport

/// Makes the two jobs of a photo, its download and what is done with it then, and keeps the photo's record.
///
/// Jobs may be made on any thread; the handlers are called on the engine's reporting queue.
final class PhotoJobs: @unchecked Sendable {
  // Safe: what can be set is set before the first job is made; the handlers are called on the reporting queue only.

  /// What the second job is called: “filter”.
  private let verb: String
  private let life: RunLife
  private let download: DownloadStep
  private let filter: FilterStep
  /// Whether the first photo that cannot be written, as the disk is full, ends the run: the photos to come would fail alike.
  private let stopsOnFullDisk: Bool
  /// Whose free slots help with large photos. Weak, as the jobs on it hold this.
  weak var helpingQueue: JobQueue?

  /// The state or the image of a photo has changed.
  var onChange: (Photo) -> Void = { _ in }
  /// A photo's transfer has ended, whether or not it brought all, after this many bytes of the body.
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

  func makeDownload(of photo: Photo, into handoff: Handoff) -> AnyJob {
    let job = life.engine.makeAsynchronousJob("download \(photo.name)") {
      [download, known = photo.earlier] running, completion in
      download.run(photo.url, known: known, into: handoff, running, completion)
    }
    job.whenStarted { [self] in
      photo.state = .downloading
      onChange(photo)
    }
    job.whenEnded { [self] end in
      switch end {
      case .finished where handoff.isUnchanged:
        photo.image = .filtered(path: filter.folder.file(photo.fileName))
        photo.state = .filtered
        photo.isUnchanged = true
      case .finished:
        photo.image = handoff.original.map(Photo.Image.original)
        photo.state = .downloaded
      case .failed(let error): fail(photo, error)
      case .cancelled: photo.state = .new
      }
      photo.bytesReceived += handoff.bytesReceived
      onReceive(photo, handoff.bytesReceived)
      onChange(photo)
      onEnd(photo)
    }
    return job
  }

  /// - Parameter handoff: has the original when the job starts, or else there is nothing to do.
  func makeFilter(of photo: Photo, from handoff: Handoff) -> AnyJob {
    let job = life.engine.makeJob("\(verb) \(photo.name)") { [self] running in
      // A prerequisite that brought nothing still lets this job run: there is nothing to do then.
      guard let original = handoff.original else { throw CancellationError() }
      let helpers = helpingQueue.map { FilterHelpers(life, $0, name: photo.name) }
      do { try filter.run(original, photo, handoff.validator, helpers, running) } catch {
        // At once, as the photos in progress may be what keeps the reporting queue busy.
        if stopsOnFullDisk, (error as? OutputError)?.isFatal == true { life.fail(error, closes: true) }
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
        photo.image = .filtered(path: filter.folder.file(photo.fileName))
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
      onEnd(photo)
    }
    return job
  }

  private func fail(_ photo: Photo, _ error: any Error) {
    photo.state = .failed(life.words(error))
    // An original that could not be filtered is not shown any more, and holds no memory.
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
