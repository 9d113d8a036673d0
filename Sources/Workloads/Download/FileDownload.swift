import Engine
import Transport

/// The body of a job that downloads one file. It performs the actions of `DownloadStateMachine`.
final class FileDownload: CompleteFile, @unchecked Sendable {
  // Sendable: accessed by the job's thread until the first transfer starts, then by the transport thread, and
  // by the finisher once the file is complete.

  private let run: DownloadRun
  private let folder: DownloadFolder
  private let file: DownloadFile
  /// The existing complete file, if this download only checks whether it has changed.
  private let earlier: DownloadFolder.Whole?
  private let running: any Running
  private let completion: JobCompletion<DownloadFile.State>
  private var machine: DownloadStateMachine
  private var bytes: DownloadedBytes
  /// The result of `finish()`.
  private var result: Result<DownloadFile.State, any Error>?

  /// - Parameter completion: Receives the final state of a file that was saved or kept.
  init(
    _ file: DownloadFile, of run: DownloadRun, in folder: DownloadFolder, earlier: DownloadFolder.Whole?,
    _ running: any Running, _ completion: JobCompletion<DownloadFile.State>
  ) {
    (self.run, self.folder) = (run, folder)
    self.file = file
    self.earlier = earlier
    self.running = running
    self.completion = completion
    let settings = run.settings
    machine = DownloadStateMachine(
      maxBytes: settings.maxBytes, resumes: settings.resumes, hasEarlier: earlier != nil)
    bytes = DownloadedBytes(file, in: folder, takesAny: settings.takesAny)
  }

  /// Requests the missing part of the file.
  func start() { perform(machine.begin(with: folder.resumption(file))) }

  private func perform(_ action: DownloadStateMachine.Action) {
    switch action {
    case .request(let part): request(part)
    case .startOver:
      bytes.keep()
      folder.discard(file)
      // Don't call `start` here: a partial file that couldn't be removed would be requested forever.
      perform(machine.begin(with: nil))
    case .resume:
      bytes.keep()
      start()
    case .finish: run.finisher.add(self)
    case .keepEarlier: end(.success(earlier.map { .kept($0.name) } ?? .new))
    case .leave(let error):
      bytes.keep()
      leave()
      end(.failure(error ?? CancellationError()))
    case .fail(let error): end(.failure(close(after: error)))
    }
  }

  private func request(_ part: Resumption?) {
    file.note(received: machine.size, total: machine.total)
    var request = TransferRequest(
      url: file.url, headers: part?.headers ?? earlier?.validator?.ifChanged ?? [],
      sink: .chunks { [self] chunk in try take(chunk) })
    request.allowsFile = run.list.mayNameFiles
    request.maxBytes = run.settings.maxBytes
    request.isNeverPaused = true
    request.onRest = { [run, file, loan = SlotLoan(run)] rest in
      loan.set(rest != nil)
      file.note(rest)
      guard rest?.isForFailure == true else { return }
      run.report { if file.rest != nil { run.onRest(file) } }
    }
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
      // A complete file is written by the finisher.
      if machine.isReceiving, (try? result.get()) == nil || !machine.isWhole { try bytes.flush() }
    } catch {
      machine.failed(error)
    }
    perform(machine.ended(result, isCancelled: running.isCancelled))
  }

  // MARK: The end

  func finish() {
    do {
      try bytes.flush(isWhole: true)
      let suffix = try bytes.suffix(size: machine.size)
      let name = try folder.finish(
        file, bytes.whole(), suffix: suffix, bytes: machine.size, validator: machine.validator)
      file.note(received: machine.size, total: machine.size)
      if let earlier, earlier.validator == machine.validator { file.isSame.set() }
      result = .success(
        .saved(file: name, bytes: machine.size, resumedFrom: machine.leftFromBefore))
    } catch {
      result = .failure(close(after: error))
    }
  }

  func reportEnd() { if let result { end(result) } }

  private func end(_ result: Result<DownloadFile.State, any Error>) {
    switch result {
    case .success(let state): completion.finish(state)
    case .failure(is CancellationError): completion.cancel()
    case .failure(let error): completion.fail(error)
    }
  }

  /// Closes the partial file after an error.
  ///
  /// - Returns: The error that the job ends with.
  private func close(after error: any Error) -> any Error {
    bytes.keep()
    guard let error = error as? OutputError, error.isFatal else {
      folder.discard(file)
      return error
    }
    // Called here rather than on the reporting queue, which may be busy with the files in progress.
    run.fail(error, closes: true)
    // Even if the disk is full, the bytes written so far are valid.
    leave()
    // The error affects all files, so the run reports it once.
    return CancellationError()
  }

  /// Keeps the partial file if it can be resumed.
  private func leave() { if folder.resumption(file) == nil { folder.discard(file) } }
}
