import Dispatch
@_spi(Engines) import Engine

/// A job as a `DispatchWorkItem`, whose flag is the one that the body reads, and its prerequisites as a `DispatchGroup`.
final class GCDJob: SlotJob, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only, and `item` no more once the job was picked.

  private func threads(of queue: QueueCore) -> DispatchQueue {
    own(queue, as: GCDJobQueue.self).threads(isAsynchronous: isAsynchronous)
  }

  // MARK: The item

  /// The last submission's, once it is made.
  @exclusivity(unchecked) private var item: DispatchWorkItem?
  /// Whether a notice is making the job ready: its thread then makes the item, and performs it.
  @exclusivity(unchecked) private var isNoticed = false

  override func submit() {
    item = nil
    guard !isNoticed, let queue else { return }
    let threads = threads(of: queue)
    engine.afterwards { [self, submission] in
      if let item = makeItem(for: submission) { threads.async(execute: item) }
    }
  }

  /// Called without the lock.
  /// - Returns: nil if the submission was withdrawn meanwhile.
  private func makeItem(for submission: UInt64) -> DispatchWorkItem? {
    // Unowned, as the job holds the item. The queue holds the job until it is picked, and `withdraw` until the item is over.
    let item = DispatchWorkItem { [unowned self] in if begin(submission) { perform() } }
    return engine.locked {
      guard submission == self.submission else { return nil }
      self.item = item
      return item
    }
  }

  /// Dispatch gives nothing back, but says when it is through with an item. It passes over that of a job that was cancelled;
  /// that of a job that has to wait again begins, and is out of date.
  override func withdraw() {
    // Dispatch was given none yet.
    guard let item, let queue else { return submissionIsOver() }
    // The item's closure does not hold the job, so this does.
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

  /// Entered for each prerequisite, left when that one has ended or was removed.
  private lazy var prerequisiteGroup = DispatchGroup()
  @exclusivity(unchecked) private var prerequisiteCount = 0

  override func hold(for prerequisite: JobCore) {
    prerequisiteGroup.enter()
    prerequisiteCount += 1
    // A notice that is on its way already is about the ones before.
    if prerequisiteCount == 1, isWaiting { becomeReadyWhenFree() }
  }

  override func stopHolding(for prerequisite: JobCore) {
    prerequisiteCount -= 1
    // Under the lock: a group must not be entered again while a leave of it is about to call its notices.
    prerequisiteGroup.leave()
  }

  /// Dispatch says when nothing holds the job up any more. What it says may be out of date when it comes.
  func becomeReadyWhenFree() {
    guard let queue else { return }
    prerequisiteGroup.notify(queue: threads(of: queue)) { [self] in
      if let submission = receiveNotice() { makeItem(for: submission)?.perform() }
    }
  }

  /// A notice has come to a thread, which has nothing else to do.
  /// - Returns: the submission, if there is a slot for the job.
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
