/// The scheduler for an API that has neither a limit nor an order among what it was given, and gives nothing back: a job is
/// submitted when there is a slot for it, and is checked again when its thread comes.
@_spi(Engines)
open class SlotQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only.

  /// Ready jobs that are not submitted.
  @exclusivity(unchecked) private final var ready = ReadyLevels()
  /// How many are submitted and not picked.
  @exclusivity(unchecked) private final var submitted = PriorityCounts()
  /// Slots that submissions hold. A withdrawn one holds its slot until `submissionIsOver`.
  @exclusivity(unchecked) private final var submissions = 0

  // MARK: Ready jobs

  public final override func didBecomeReady(_ job: JobCore) {
    ready.append(own(job))
    fillSlots()
  }

  public final override func didLeaveReady(_ job: JobCore) {
    let job = own(job, as: SlotJob.self)
    guard job.isSubmitted else { return ready.remove(job, from: job.priority) }
    job.submission = 0
    submitted.add(-1, of: job.priority)
    job.withdraw()
  }

  public final override func didReprioritize(_ job: JobCore, from old: Priority) {
    let job = own(job, as: SlotJob.self)
    if job.isSubmitted {
      submitted.add(-1, of: old)
      submitted.add(1, of: job.priority)
    } else if job.isReady {
      ready.remove(job, from: old)
      ready.append(job)
    }
  }

  // MARK: Slots

  public final override func slotWasFreed() { fillSlots() }

  public final override func settingsDidChange() { fillSlots() }

  /// Nothing is submitted while something better is on its way to a thread: it would be put back there.
  private final func fillSlots() {
    while !isSuspended, submissions + counts.running < width, let best = ready.best,
      !submitted.hasAny(above: best), let next = ready.popFirst(of: best)
    {
      let job = own(next, as: SlotJob.self)
      submissions += 1
      submitted.add(1, of: best)
      job.submission = engine.nextMark()
      job.submit()
    }
  }

  /// The thread for a job is there. Picks the job, unless it has to be ready again: the queue was suspended or narrowed, or
  /// something better has become ready.
  fileprivate final func pick(ifPossible job: SlotJob) -> Bool {
    submissions -= 1
    submitted.add(-1, of: job.priority)
    let isBest = (ready.best ?? .veryLow) <= job.priority && !submitted.hasAny(above: job.priority)
    let isPicked = hasFreeSlot && isBest
    if isPicked {
      pick(job)
    } else {
      wasReturned(job)
      ready.prepend(job)
    }
    fillSlots()
    return isPicked
  }

  fileprivate final func submissionIsOver() { submissions -= 1 }
}

/// A job of a `SlotQueue`.
@_spi(Engines)
open class SlotJob: ListedJob, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only.

  /// Which submission is on its way, 0 for none.
  @exclusivity(unchecked) package fileprivate(set) final var submission: UInt64 = 0

  /// Hands the job to a thread, which calls `begin` with this submission's number. It does so `afterwards`: what an API makes
  /// for it takes longer than all that is done under the lock, and other threads would sleep on the lock meanwhile.
  open func submit() { preconditionFailure("an engine hands jobs to threads") }
  /// Takes that back, and calls `submissionIsOver` as soon as its slot may be given away.
  open func withdraw() { preconditionFailure("an engine takes back what it has submitted") }

  /// Whether the job was submitted, and neither picked nor withdrawn since.
  fileprivate final var isSubmitted: Bool { submission != 0 }

  /// A thread is there for the job. Whether it may run was decided when it was submitted, and is decided again. Called
  /// without the lock.
  /// - Parameter submission: for which the thread comes; one that was withdrawn may come late.
  package final func begin(_ submission: UInt64) -> Bool {
    engine.locked {
      guard submission == self.submission, let queue else { return false }
      self.submission = 0
      return own(queue, as: SlotQueue.self).pick(ifPossible: self)
    }
  }

  /// What was withdrawn no longer needs its slot. `slotWasFreed` has to follow.
  package final func submissionIsOver() {
    if let queue { own(queue, as: SlotQueue.self).submissionIsOver() }
  }
}
