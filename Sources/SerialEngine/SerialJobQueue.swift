import Engine

/// A queue whose jobs run on the reporting queue, in the order in which they became ready, whatever its width.
final class SerialJobQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only.

  /// Those whose turn came while the queue was suspended.
  private var postponed: [SerialJob] = []

  override func didBecomeReady(_ job: JobCore) {
    guard let job = job as? SerialJob else {
      preconditionFailure("“\(job.name)” is not a job of this engine")
    }
    job.turns += 1
    queueUp(job)
  }

  private func queueUp(_ job: SerialJob) {
    engine.reportQueue.async { [turn = job.turns] in self.begin(job, turn) }
  }

  private func begin(_ job: SerialJob, _ turn: Int) {
    let isPicked = engine.lock.withLock {
      guard job.isReady, turn == job.turns else { return false }
      if hasFreeSlot { pick(job) } else { postponed.append(job) }
      return job.isRunning
    }
    if isPicked { job.run() }
  }

  /// Its turn finds it not ready any more.
  override func didLeaveReady(_ job: JobCore) {}

  override func settingsDidChange() {
    if isSuspended { return }
    for job in postponed where job.isReady { queueUp(job) }
    postponed = []
  }

  override func close() { postponed = [] }
}
