import Engine
import Transport

/// Downloads one file of a batch, as `DownloadStateMachine` says. The body of its job.
final class FileDownload: @unchecked Sendable {
  // Safe: touched by the job's thread until the first transfer starts, then by the transport's, and by the finisher's once
  // all of the file is here.

  private let run: DownloadRun
  private let folder: DownloadFolder
  private let file: DownloadFile
  /// The whole file that is there, if it is fetched only because it may have changed.
  private let earlier: DownloadFolder.Whole?
  private let running: any Running
  private let completion: JobCompletion<DownloadFile.State>
  private var machine: DownloadStateMachine
  private var bytes: DownloadedBytes

  /// - Parameter completion: gets the state of a file that is there.
  init(
    _ file: DownloadFile, of run: DownloadRun, in folder: DownloadFolder, earlier: DownloadFolder.Whole?,
    _ running: any Running, _ completion: JobCompletion<DownloadFile.State>
  ) {
    (self.run, self.folder) = (run, folder)
    self.file = file
    self.earlier = earlier
    self.running = running
    self.completion = completion
    let options = run.options
    machine = DownloadStateMachine(
      maxBytes: options.maxBytes, resumes: options.resumes, hasEarlier: earlier != nil)
    bytes = DownloadedBytes(file, in: folder, takesAny: options.takesAny)
  }

  /// Requests the missing part of the file.
  func start() { perform(machine.begin(with: folder.resumption(file))) }

  private func perform(_ action: DownloadStateMachine.Action) {
    switch action {
    case .request(let part): request(part)
    case .startOver:
      bytes.keep()
      folder.discard(file)
      // Not `start`: a part that could not be removed would be asked for again and again.
      perform(machine.begin(with: nil))
    case .resume:
      bytes.keep()
      start()
    case .finish: run.finisher.add(finish)
    case .keepEarlier: completion.finish(earlier.map { .kept($0.name) } ?? .new)
    case .leave(let error):
      bytes.keep()
      leave()
      if let error { completion.fail(error) } else { completion.cancel() }
    case .fail(let error): fail(error)()
    }
  }

  private func request(_ part: Resumption?) {
    file.note(received: machine.size, total: machine.total)
    let request = TransferRequest(
      url: file.url, headers: part?.headers ?? earlier?.validator?.ifChanged ?? [],
      allowsFile: run.allowsFiles, maxBytes: run.options.maxBytes,
      sink: .chunks { [self] chunk in try take(chunk) }, isNeverPaused: true,
      onRest: { [file, loan = SlotLoan(run.life)] rest in
        loan.set(rest != nil)
        file.note(rest)
      })
    let transfer = run.transport.start(request) { [self] result in ended(result.map(\.head)) }
    running.onCancel { transfer.cancel() }
  }

  // MARK: On the transport's thread

  private func take(_ chunk: BodyChunk) throws {
    do {
      if !machine.isAnswered { try begin(chunk.head) }
      try machine.received(chunk.bytes.count)
      run.received(chunk.bytes.count)
      file.note(received: machine.size, total: machine.total)
      try bytes.append(chunk.bytes)
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

  private func ended(_ result: Result<TransferHead, TransferError>) {
    do {
      if case .success(let head) = result, head.status != 304, !machine.isAnswered { try begin(head) }
      // A whole file is written where it is finished.
      if machine.isReceiving, (try? result.get()) == nil || !machine.isWhole { try bytes.flush() }
    } catch {
      machine.failed(error)
    }
    perform(machine.ended(result, isCancelled: running.isCancelled))
  }

  // MARK: The end

  /// Writes the last bytes of a complete file, and gives it its name.
  /// - Returns: what reports its end.
  private func finish() -> () -> Void {
    do {
      try bytes.flush(isWhole: true)
      let suffix = try bytes.suffix(size: machine.size)
      let name = try folder.finish(
        file, bytes.whole(), suffix: suffix, bytes: machine.size, validator: machine.validator)
      file.note(received: machine.size, total: machine.size)
      if let earlier, earlier.validator == machine.validator { file.isSame.set() }
      let saved = DownloadFile.State.saved(
        file: name, bytes: machine.size, resumedFrom: machine.leftFromBefore)
      return { self.completion.finish(saved) }
    } catch {
      return fail(error)
    }
  }

  /// - Returns: what reports the end.
  private func fail(_ error: any Error) -> () -> Void {
    bytes.keep()
    if let error = error as? OutputError, error.isFatal {
      // At once, and not by way of the reporting queue: the files in progress may be what keeps that busy.
      run.life.fail(error, closes: true)
      // When the disk is full, what is there is still good.
      leave()
      // The run reports the error, once.
      return { self.completion.cancel() }
    }
    folder.discard(file)
    return { self.completion.fail(error) }
  }

  /// Keeps the part on disk if it can be resumed.
  private func leave() { if folder.resumption(file) == nil { folder.discard(file) } }
}
