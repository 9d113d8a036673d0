import Engine
import Transport

/// Downloads one file of a batch, as `DownloadStateMachine` says. The body of its job.
final class FileDownload: @unchecked Sendable {
  // Safe: touched by the job's thread until the first transfer starts, then by the transport's, and by the finisher's while
  // there is no transfer.

  /// What all files of a batch share.
  struct Batch: Sendable {
    let folder: DownloadFolder
    let transport: Transport
    let finisher: FileFinisher
    /// The slots of the queue that the files' jobs are on.
    let slots: LentSlots?
    let options: DownloadOptions
    let allowsFiles: Bool
    /// Called with the number of bytes as they arrive, on the transport's thread.
    let count: @Sendable (Int) -> Void
    /// Called at once, before the file's end is reported, with an error that every other file would meet, too.
    let abort: @Sendable (OutputError) -> Void
  }

  private let file: DownloadFile
  /// What is there, whole, if it is fetched only because it may have changed.
  private let earlier: DownloadFolder.Whole?
  private let batch: Batch
  private let running: any Running
  private let end: @Sendable (JobEnd, DownloadFile.State) -> Void
  private var machine: DownloadStateMachine
  private var bytes: DownloadedBytes

  private var folder: DownloadFolder { batch.folder }

  /// - Parameter end: called once, on the transport's thread, where `finisher` works, or on the thread that calls `run`; with
  ///   the state that a file has which is there.
  init(
    _ file: DownloadFile, earlier: DownloadFolder.Whole?, of batch: Batch, running: any Running,
    end: @escaping @Sendable (JobEnd, DownloadFile.State) -> Void
  ) {
    self.file = file
    self.earlier = earlier
    self.batch = batch
    self.running = running
    self.end = end
    let options = batch.options
    machine = DownloadStateMachine(
      maxBytes: options.maxBytes, resumes: options.resumes, hasEarlier: earlier != nil)
    bytes = DownloadedBytes(file, in: batch.folder, takesAny: options.takesAny)
  }

  func run() { perform(machine.begin(with: folder.resumption(file))) }

  private func perform(_ action: DownloadStateMachine.Action) {
    if case .finish = action { return finish()() }
    bytes.keep()
    switch action {
    case .request(let part): request(part)
    case .startOver:
      folder.discard(file)
      perform(machine.begin(with: nil))
    case .resume: perform(machine.begin(with: folder.resumption(file)))
    case .finish: break
    case .keepEarlier: end(.finished, earlier.map { .kept($0.name) } ?? .new)
    case .leave(let end): self.end(leave(end), .new)
    case .fail(let error): end(fail(error), .new)
    }
  }

  private func request(_ part: Resumption?) {
    file.note(received: machine.size, total: machine.total)
    let request = TransferRequest(
      url: file.url, headers: part?.headers ?? (earlier?.validator).map { [$0.ifChanged] } ?? [],
      allowsFile: batch.allowsFiles, maxBytes: batch.options.maxBytes,
      sink: .chunks { [self] chunk in try take(chunk) }, isNeverPaused: true,
      onRest: batch.slots?.whileResting)
    let transfer = batch.transport.start(request) { [self] result in
      if case .success = result, machine.isWhole { batch.finisher.run(finish) } else { ended(result) }
    }
    running.onCancel { transfer.cancel() }
  }

  // MARK: On the transport's thread

  private func take(_ chunk: BodyChunk) throws {
    do {
      if !machine.isAnswered { try begin(chunk.head) }
      try machine.received(chunk.bytes.count)
      batch.count(chunk.bytes.count)
      file.note(received: machine.size, total: machine.total)
      try bytes.append(chunk.bytes, size: machine.size)
    } catch {
      machine.failed(error)
      throw error
    }
  }

  private func begin(_ head: TransferHead) throws {
    switch machine.answered(head, validator: Validator(head)) {
    case .rest: bytes.beginRest(contentType: head.contentType)
    case .whole:
      bytes.beginWhole(machine.validator, total: machine.total, contentType: head.contentType)
    case .unwanted: throw CancellationError()
    }
  }

  /// Handles every end of a transfer but that of a whole file: with a part of it, or with nothing.
  private func ended(_ result: Result<TransferResponse, TransferError>) {
    let head = result.map(\.head)
    do {
      if case .success(let head) = head, head.status != 304, !machine.isAnswered { try begin(head) }
      if machine.isReceiving { try bytes.flush(isWhole: (try? head.get()) != nil && machine.isWhole) }
    } catch {
      machine.failed(error)
    }
    perform(machine.ended(head, isCancelled: running.isCancelled))
  }

  // MARK: The end

  /// Writes the last bytes of a complete file, and gives it its name.
  /// - Returns: what reports its end.
  private func finish() -> () -> Void {
    let (jobEnd, state): (JobEnd, DownloadFile.State)
    do {
      try bytes.flush(isWhole: true)
      let suffix = try bytes.suffix(size: machine.size)
      let name = try folder.finish(
        file, bytes.whole(), suffix: suffix, bytes: machine.size, validator: machine.validator)
      file.note(received: machine.size, total: machine.size)
      let saved = DownloadFile.Saved(
        file: name, bytes: machine.size, resumedFrom: machine.leftFromBefore)
      (jobEnd, state) = (.finished, .saved(saved))
    } catch {
      bytes.keep()
      (jobEnd, state) = (fail(error), .new)
    }
    return { self.end(jobEnd, state) }
  }

  private func fail(_ error: any Error) -> JobEnd {
    if let error = error as? OutputError, error.isFatal {
      batch.abort(error)
      // When the disk is full, what is there is still good.
      return leave(.failed(error))
    }
    folder.discard(file)
    return .failed(error)
  }

  /// Keeps the part on disk if it can be resumed.
  private func leave(_ end: JobEnd) -> JobEnd {
    if folder.resumption(file) == nil { folder.discard(file) }
    return end
  }
}
