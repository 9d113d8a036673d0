@_spi(Engines) import Engine

/// A queue whose jobs run on the reporting queue, in the order in which they became ready, whatever its width.
final class SerialJobQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only.
  private var ready = ReadyList()
  /// Asked for on the reporting queue, and not taken yet.
  private var turns = 0

  override func didBecomeReady(_ job: JobCore) {
    ready.append(own(job, as: SerialJob.self))
    askForTurns()
  }

  override func didLeaveReady(_ job: JobCore) { ready.remove(own(job, as: SerialJob.self)) }

  override func settingsDidChange() { askForTurns() }

  private func askForTurns() {
    while !isSuspended, turns < counts.ready {
      turns += 1
      engine.afterwards { [self] in engine.reportQueue.async { self.takeTurn() } }
    }
  }

  private func takeTurn() {
    let job = engine.locked { () -> ListedJob? in
      turns -= 1
      guard hasFreeSlot, let job = ready.popFirst() else { return nil }
      pick(job)
      return job
    }
    if let job { own(job, as: SerialJob.self).run() }
  }
}
