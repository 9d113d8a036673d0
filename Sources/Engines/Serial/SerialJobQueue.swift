@_spi(Engines) import Engine

/// A queue whose jobs run on the reporting queue in the order in which they became ready, regardless of its width.
final class SerialJobQueue: QueueCore, @unchecked Sendable {
  // Safe: mutable state changes under the engine's lock only.
  private var ready = ReadyList()
  /// The number of turns on the reporting queue that have been requested but not taken.
  private var turns = 0

  override func didBecomeReady(_ job: JobCore) {
    ready.append(job)
    askForTurns()
  }

  override func didLeaveReady(_ job: JobCore) { ready.remove(job) }

  override func settingsDidChange() { askForTurns() }

  private func askForTurns() {
    while !isSuspended, turns < counts.ready {
      turns += 1
      engine.count(.submission)
      engine.afterwards { [self] in engine.reportQueue.async { self.takeTurn() } }
    }
  }

  private func takeTurn() {
    let job = engine.locked { () -> JobCore? in
      turns -= 1
      guard hasFreeSlot, let job = ready.popFirst() else { return nil }
      pick(job)
      return job
    }
    if let job { unsafeDowncast(job, to: SerialJob.self).run() }
  }
}
