import Engine

/// A queue whose jobs run on the reporting queue, in the order in which they became ready, whatever its width.
final class SerialJobQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only.

  /// The ready jobs in order, and those that have left since they became so.
  private var line: [(job: SerialJob, turn: Int)?] = []
  /// Of the line; those before it are gone.
  private var first = 0
  /// Asked for on the reporting queue, and not taken yet.
  private var turns = 0

  override func didBecomeReady(_ job: JobCore) {
    let job: SerialJob = own(job)
    job.turn += 1
    line.append((job, job.turn))
    askForTurns()
  }

  /// Its turn is passed over.
  override func didLeaveReady(_ job: JobCore) {}

  override func settingsDidChange() { askForTurns() }

  override func close() { (line, first) = ([], 0) }

  private func askForTurns() {
    while !isSuspended, turns < counts.ready {
      turns += 1
      engine.afterwards { [self] in engine.reportQueue.async { self.takeTurn() } }
    }
  }

  private func takeTurn() {
    let job = engine.locked { () -> SerialJob? in
      turns -= 1
      guard hasFreeSlot, let job = popFirst() else { return nil }
      pick(job)
      return job
    }
    job?.run()
  }

  private func popFirst() -> SerialJob? {
    while first < line.count {
      let place = line[first]
      line[first] = nil
      first += 1
      if first * 2 > line.count {
        line.removeFirst(first)
        first = 0
      }
      if let (job, turn) = place, job.isReady, turn == job.turn { return job }
    }
    return nil
  }
}
