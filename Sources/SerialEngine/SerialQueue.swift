import Engine

/// A queue whose jobs run in turn on the reporting queue, whatever its width.
final class SerialQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change is touched under the engine's lock only.
  private var ready = ReadyLevels()
  /// Handed to the reporting queue, and not yet at its turn.
  private var turns = 0

  /// Bodies run on the reporting queue only, where waiting is refused before anyone asks here.
  override var isCurrent: Bool { false }

  override func enqueue(_ job: JobCore) {
    ready.append(job)
    askForTurns()
  }

  override func dequeue(_ job: JobCore) { ready.remove(job) }

  override func reprioritised(_ job: JobCore, from old: Priority) { ready.move(job, from: old) }

  override var readyJobs: [JobCore] { ready.jobs }

  override func settingsChanged() { askForTurns() }

  private func askForTurns() {
    guard !isSuspended else { return }
    while turns < counts.ready {
      turns += 1
      engine.reportQueue.async { self.takeTurn() }
    }
  }

  private func takeTurn() {
    let job: JobCore? = engine.lock.withLock {
      turns -= 1
      guard hasFreeSlot, let job = ready.popBest() else { return nil }
      pick(job)
      return job
    }
    (job as? SerialJob)?.run()
  }
}
