import Dispatch
@_spi(Engines) import Engine

/// A job as a `DispatchWorkItem`, and its prerequisites as a `DispatchGroup`. The body reads the work item's flag.
final class GCDJob: SlotJob, @unchecked Sendable {
  // Safe: mutable state changes under the engine's lock only, and `item` no longer changes once the job was picked.

  private func threads(of queue: QueueCore) -> DispatchQueue {
    unsafeDowncast(queue, to: GCDJobQueue.self).threads(isAsynchronous: isAsynchronous)
  }

  // MARK: The item

  /// The work item of the latest submission, or nil until it has been created.
  @exclusivity(unchecked) private var item: DispatchWorkItem?
  /// Whether a notice is making the job ready. The notice's thread then creates the work item and performs it.
  @exclusivity(unchecked) private var isNoticed = false

  override func submit() {
    item = nil
    guard !isNoticed, let queue else { return }
    let threads = threads(of: queue)
    engine.afterwards { [self, submission] in
      if let item = makeItem(for: submission) { threads.async(execute: item) }
    }
  }

  /// Creates the work item of a submission. Called without the lock.
  /// - Returns: The work item, or nil if the submission has been withdrawn meanwhile.
  private func makeItem(for submission: UInt64) -> DispatchWorkItem? {
    // Unowned, because the job retains the item. The queue retains the job until it is picked, and `withdraw` until Dispatch is
    // done with the item.
    let item = DispatchWorkItem { [unowned self] in if begin(submission) { perform() } }
    return engine.locked {
      guard submission == self.submission else { return nil }
      self.item = item
      return item
    }
  }

  /// Withdraws the submission as soon as Dispatch has said that it is done with the work item, since Dispatch gives nothing
  /// back. It skips the item of a cancelled job. The item of a job that has to wait again runs and finds that it is outdated.
  override func withdraw() {
    // No item has been submitted to Dispatch yet.
    guard let item, let queue else { return submissionIsOver() }
    // The item's closure doesn't retain the job, so this one does.
    item.notify(queue: threads(of: queue)) { [self] in
      engine.locked {
        submissionIsOver()
        queue.slotWasFreed()
      }
    }
  }

  // MARK: The flag

  override var isCancelled: Bool { item?.isCancelled ?? false }

  override func setCancelled() { item?.cancel() }

  // MARK: Prerequisites

  /// Entered for each prerequisite, left when it has ended or was removed.
  private lazy var prerequisiteGroup = DispatchGroup()
  @exclusivity(unchecked) private var prerequisiteCount = 0

  override func hold(for prerequisite: JobCore) {
    prerequisiteGroup.enter()
    prerequisiteCount += 1
    // A notice that is already on its way concerns earlier prerequisites.
    if prerequisiteCount == 1, isWaiting { becomeReadyWhenFree() }
  }

  override func stopHolding(for prerequisite: JobCore) {
    prerequisiteCount -= 1
    // Under the lock, because a group must not be entered again while a leave is about to submit its notices.
    prerequisiteGroup.leave()
  }

  /// Asks Dispatch to report when no prerequisite is left. The report may be outdated when it arrives.
  func becomeReadyWhenFree() {
    guard let queue else { return }
    prerequisiteGroup.notify(queue: threads(of: queue)) { [self] in
      if let submission = receiveNotice() { makeItem(for: submission)?.perform() }
    }
  }

  /// Makes the job ready after a notice, on the notice's thread.
  /// - Returns: The submission that this thread performs, or nil if there is no slot for the job.
  private func receiveNotice() -> UInt64? {
    engine.locked {
      guard isWaiting else { return nil }
      isNoticed = true
      defer { isNoticed = false }
      becomeReadyIfFree()
      return submission == 0 ? nil : submission
    }
  }
}
