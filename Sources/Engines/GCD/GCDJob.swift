import Dispatch
@_spi(Engines) import Engine

/// A job as a `DispatchWorkItem`, and its prerequisites as a `DispatchGroup`. The body reads the work item's
/// cancelled flag.
final class GCDJob: SlotJob, @unchecked Sendable {
  // Safe: mutable state changes under the engine's lock only, and `item` no longer changes once the job has been
  // picked.

  private func threads(of queue: QueueCore) -> DispatchQueue {
    unsafeDowncast(queue, to: GCDJobQueue.self).threads(isAsynchronous: isAsynchronous)
  }

  // MARK: The item

  /// The work item of the latest submission, or nil until it has been created.
  @exclusivity(unchecked) private var item: DispatchWorkItem?
  /// Whether the job is becoming ready because of a notification. If so, the notification's thread creates the work
  /// item and performs it.
  @exclusivity(unchecked) private var isNoticed = false

  override func submit() {
    item = nil
    guard !isNoticed, let queue else { return }
    let threads = threads(of: queue)
    engine.afterwards { [self, submission] in
      if let item = makeItem(for: submission) { threads.async(execute: item) }
    }
  }

  /// Creates the work item of a submission. Call this without holding the lock.
  /// - Returns: The work item, or nil if the submission has been withdrawn in the meantime.
  private func makeItem(for submission: UInt64) -> DispatchWorkItem? {
    // Unowned, because the job retains the item. The queue retains the job until it is picked. If the submission is
    // withdrawn, `withdraw()` retains the job until Dispatch is done with the item.
    let item = DispatchWorkItem { [unowned self] in if begin(submission) { perform() } }
    return engine.locked {
      guard submission == self.submission else { return nil }
      self.item = item
      engine.count(.submission)
      return item
    }
  }

  /// Withdraws the submission as soon as Dispatch is done with the work item, because Dispatch can't take it back.
  /// The item of a cancelled job is skipped. The item of a job that has to wait again still runs, finds that it is
  /// outdated, and does nothing.
  override func withdraw() {
    // No item has been submitted to Dispatch yet.
    guard let item, let queue else { return submissionIsOver() }
    // The item's closure doesn't retain the job, so this closure does.
    item.notify(queue: threads(of: queue)) { [self] in
      engine.locked {
        submissionIsOver()
        queue.slotWasFreed()
      }
    }
  }

  // MARK: The flag

  override var isCancelled: Bool { item?.isCancelled ?? false }

  override func setCancelled() {
    if item != nil { engine.count(.cancellation) }
    item?.cancel()
  }

  // MARK: Prerequisites

  /// A group that is entered for each prerequisite, and left when that prerequisite has ended or been removed.
  private lazy var prerequisiteGroup = DispatchGroup()
  @exclusivity(unchecked) private var prerequisiteCount = 0

  override func hold(for prerequisite: JobCore) {
    engine.count(.dependency)
    prerequisiteGroup.enter()
    prerequisiteCount += 1
    // If a notification is already on its way, it concerns earlier prerequisites.
    if prerequisiteCount == 1, isWaiting { becomeReadyWhenFree() }
  }

  override func stopHolding(for prerequisite: JobCore) {
    prerequisiteCount -= 1
    // This happens under the lock, because a group must not be entered again while a leave is about to submit its
    // notifications.
    prerequisiteGroup.leave()
  }

  /// Asks Dispatch to notify this job once all prerequisites have ended. The notification may be outdated when it
  /// arrives.
  func becomeReadyWhenFree() {
    guard let queue else { return }
    engine.count(.notice)
    prerequisiteGroup.notify(queue: threads(of: queue)) { [self] in
      if let submission = receiveNotice() { makeItem(for: submission)?.perform() }
    }
  }

  /// Makes the job ready after a notification, on the notification's thread.
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
