/// A queue for APIs that have no concurrency limit, no priorities and no way to take work back (Dispatch, tasks). A
/// job is submitted when there is a slot for it, and checked again when it gets a thread.
@_spi(Engines)
open class SlotQueue: QueueCore, @unchecked Sendable {
  // Safe: mutable state is accessed under the engine's lock only.

  /// The ready jobs that haven't been submitted.
  @exclusivity(unchecked) private final var ready = ReadyLevels()
  /// The number of jobs that have been submitted but not picked.
  @exclusivity(unchecked) private final var submitted = PriorityCounts()
  /// The number of slots that submissions hold. A withdrawn submission keeps its slot until `submissionIsOver()`.
  @exclusivity(unchecked) private final var submissions = 0

  /// The counts that this class adds to those of the engine.
  package static let counted: [Counted] = [
    .limit, .limitChange, .heldBack, .removal, .handback, .suspension,
  ]

  // MARK: Ready jobs

  public final override func didBecomeReady(_ job: JobCore) {
    ready.append(job)
    fillSlots()
    if !unsafeDowncast(job, to: SlotJob.self).isSubmitted { engine.count(.heldBack) }
  }

  public final override func didLeaveReady(_ job: JobCore) {
    let job = unsafeDowncast(job, to: SlotJob.self)
    guard job.isSubmitted else {
      engine.count(.removal)
      return ready.remove(job, from: job.priority)
    }
    job.submission = 0
    submitted.add(-1, of: job.priority)
    job.withdraw()
  }

  public final override func didReprioritize(_ job: JobCore, from old: Priority) {
    let job = unsafeDowncast(job, to: SlotJob.self)
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

  /// Submits jobs to all free slots. While a job of higher priority is on its way to a thread, nothing is submitted,
  /// because it would be returned as soon as it got a thread.
  private final func fillSlots() {
    while !isSuspended, submissions + counts.running < width, let best = ready.best,
      !submitted.hasAny(above: best), let next = ready.popFirst(of: best)
    {
      let job = unsafeDowncast(next, to: SlotJob.self)
      submissions += 1
      submitted.add(1, of: best)
      job.submission = engine.nextMark()
      job.submit()
    }
  }

  /// Picks a job that has been given a thread. If the queue was suspended or narrowed, or if a job of higher priority
  /// has become ready, the job becomes ready again instead.
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
open class SlotJob: JobCore, @unchecked Sendable {
  // Safe: mutable state is accessed under the engine's lock only.

  /// The number of the submission that is on its way, or 0.
  @exclusivity(unchecked) package fileprivate(set) final var submission: UInt64 = 0

  /// Passes the job to a thread, which calls `begin(_:)` with this submission's number. This happens in `afterwards`,
  /// because creating an API's object takes longer than everything that is done under the lock. Other threads would
  /// have to wait for the lock during that time.
  open func submit() { preconditionFailure("an engine must override this") }
  /// Takes the submission back, and calls `submissionIsOver()` as soon as its slot can be given to another job. The
  /// thread of a withdrawn submission may still arrive. It then finds that the submission is outdated.
  open func withdraw() { submissionIsOver() }

  /// Whether the job has been submitted and has since been neither picked nor withdrawn.
  fileprivate final var isSubmitted: Bool { submission != 0 }

  /// Picks the job if it may still run. A thread that the job was submitted to calls this without holding the lock.
  /// - Parameter submission: The number of the submission. If it has been withdrawn, its thread may still arrive
  ///   later.
  /// - Returns: Whether the thread has to perform the job.
  package final func begin(_ submission: UInt64) -> Bool {
    engine.locked {
      guard submission == self.submission, let queue else { return false }
      self.submission = 0
      return unsafeDowncast(queue, to: SlotQueue.self).pick(ifPossible: self)
    }
  }

  /// Gives back the slot of a withdrawn submission. `slotWasFreed()` must be called afterwards.
  package final func submissionIsOver() {
    if let queue { unsafeDowncast(queue, to: SlotQueue.self).submissionIsOver() }
  }
}
