import Base
import Engine
import Transport

/// The download of one original, as the body of a job. It performs the actions of `DownloadStateMachine`.
final class Fetch: @unchecked Sendable {
  // Sendable: accessed by the job's thread until the first transfer starts, then by the transport thread, and
  // by the finisher once the file is complete.

  private let photo: Photo
  /// The validator of the original that the existing file was made from.
  private let known: Validator?
  private let meter: Locked<DownloadMeter>
  private let step: FetchStep
  private let running: any Running
  private let completion: JobCompletion<Fetched>
  /// The validator of a local file. It is created before the file is read. If the file changes in between, the next run
  /// makes the photo again.
  private let local: Validator?
  private var machine: DownloadStateMachine
  private var sink: any FetchSink
  private var isWaiting = false

  init(
    _ photo: Photo, _ known: Validator?, _ meter: Locked<DownloadMeter>, _ step: FetchStep,
    _ running: any Running, _ completion: JobCompletion<Fetched>
  ) {
    (self.photo, self.known, self.meter) = (photo, known, meter)
    (self.step, self.running, self.completion) = (step, running, completion)
    sink = step.sink(photo)
    local = sink.isSlow ? nil : Validator(localFile: photo.url)
    let settings = step.transport.settings
    machine = DownloadStateMachine(maxBytes: settings.maxBytes, resumes: settings.retry.retries)
  }

  /// Requests the missing part of the file.
  func start() { perform(machine.begin(with: sink.resumption())) }

  private func perform(_ action: DownloadStateMachine.Action) {
    switch action {
    case .request(let part): transfer(part)
    case .startOver:
      sink.discard()
      // Don't call `start` here: a partial file that couldn't be removed would be requested forever.
      perform(machine.begin(with: nil))
    case .resume: start()
    case .finish where sink.isSlow:
      step.finisher.add { [self] in
        let result = finish()
        return { [self] in completion.end(result) }
      }
    case .finish: completion.end(finish())
    case .keepEarlier: completion.finish(.unchanged)
    case .leave(let error):
      sink.leave()
      completion.end(.failure(error ?? CancellationError()))
    case .fail(let error): completion.end(.failure(giveUp(after: error)))
    }
  }

  private func transfer(_ part: Resumption?) {
    meter.withLock { $0.note(size: machine.size, of: machine.total) }
    var transfer = TransferRequest(
      url: photo.url, headers: part?.headers ?? known?.ifChanged ?? [],
      onChunk: { [self] chunk in try take(chunk) })
    transfer.allowsFile = step.allowsFiles
    transfer.isNeverPaused = true
    transfer.onWait = { [self] wait in noteWait(wait) }
    let started = step.transport.start(transfer) { [self] result in ended(result.map(\.head)) }
    running.onCancel { started.cancel() }
  }

  // MARK: On the transport's thread

  /// Lends the slot of a transfer that begins to wait, and takes it back when the wait ends.
  private func noteWait(_ wait: TransferWait?) {
    if isWaiting != (wait != nil) {
      isWaiting.toggle()
      step.run.lendSlots(isWaiting ? 1 : -1)
    }
    meter.withLock { $0.wait = wait }
    guard wait?.isForFailure == true else { return }
    step.run.report { [step, photo, meter] in
      if photo.meter === meter, meter.value.wait != nil { step.run.changed(photo) }
    }
  }

  private func take(_ chunk: BodyChunk) throws {
    do {
      if !machine.isAnswered { try begin(chunk.head) }
      try machine.received(chunk.bytes.count)
      meter.withLock { $0.note(received: chunk.bytes.count, size: machine.size, of: machine.total) }
      step.run.onBytes(chunk.bytes.count)
      try sink.append(chunk.bytes)
    } catch {
      machine.failed(error)
      throw error
    }
  }

  private func begin(_ head: TransferHead) throws {
    switch machine.answered(head, validator: local ?? Validator(head)) {
    case .rest: sink.begin(head, machine.validator, isRest: true)
    case .whole: sink.begin(head, machine.validator, isRest: false)
    case .unwanted: throw CancellationError()
    }
  }

  private func ended(_ result: Result<TransferHead, TransferError>) {
    do {
      if case .success(let head) = result, head.status != 304, !machine.isAnswered { try begin(head) }
      // A complete file is written by the finisher.
      if machine.isReceiving, (try? result.get()) == nil || !machine.isWhole { try sink.flush() }
    } catch {
      machine.failed(error)
    }
    perform(machine.ended(result, isCancelled: running.isCancelled))
  }

  // MARK: The end

  /// Checks the original, and gives a file its name.
  private func finish() -> Result<Fetched, any Error> {
    Result {
      let fetched = try sink.finish(machine)
      meter.withLock { $0.note(size: machine.size, of: machine.size, resumedFrom: machine.leftFromBefore) }
      return fetched
    }.mapError(giveUp)
  }

  /// Keeps or discards the part after an error, and stops the run if the error affects all files.
  ///
  /// - Returns: The error that the job ends with.
  private func giveUp(after error: any Error) -> any Error {
    let end = step.run.stopped(by: error)
    // Even if the disk is full, the bytes written so far are valid.
    if end is CancellationError { sink.leave() } else { sink.discard() }
    return end
  }
}
