import Dispatch
import Engine

/// A job as a `DispatchWorkItem`, whose flag is the one that the body reads, and its prerequisites as a `DispatchGroup`.
final class GCDJob: JobCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only, and `item` no more once the job was picked.

  /// Where it stands among the ready jobs of its queue.
  var links = ReadyLinks()

  // MARK: The item

  /// What Dispatch was given for the job: nothing while there is no slot for it.
  private var item: DispatchWorkItem?
  /// How often it was submitted: an item that is on its way when the job is withdrawn may come late.
  private var submissions = 0

  /// Whether Dispatch is to begin the item. Its flag decides: it is set under the engine's lock only.
  var isSubmitted: Bool { item?.isCancelled == false }

  func submit(to pool: DispatchQueue) {
    submissions += 1
    // Unowned, as the job holds the item, and the queue holds the job until the item was picked or passed over.
    let item = DispatchWorkItem { [unowned self, submissions] in begin(submissions) }
    self.item = item
    engine.afterwards { pool.async(execute: item) }
  }

  /// The item is at a thread. Whether it may go on was decided when it was submitted, and is decided again.
  private func begin(_ submission: Int) {
    let isPicked = engine.locked {
      guard submission == submissions, isSubmitted, let queue else { return false }
      if own(queue, as: GCDJobQueue.self).pick(ifPossible: self) { return true }
      item = nil
      queue.returnToReady(self)
      return false
    }
    if isPicked { perform() }
  }

  /// Dispatch gives nothing back. It passes over a cancelled item when it comes across it, and then says so.
  func withdraw(from pool: DispatchQueue, passedOver: @escaping @Sendable () -> Void) {
    item?.cancel()
    // The item's closure does not hold the job, so this does.
    item?.notify(queue: pool) { withExtendedLifetime(self) { passedOver() } }
  }

  // MARK: The flag

  override var isCancelled: Bool { item?.isCancelled ?? false }

  override func setCancelled() { item?.cancel() }

  // MARK: Prerequisites

  /// Entered for each prerequisite, left when that one has ended or was removed.
  private lazy var prerequisiteGroup = DispatchGroup()
  private var prerequisiteCount = 0

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
    let pool = own(queue, as: GCDJobQueue.self).pool
    prerequisiteGroup.notify(queue: pool) { [self] in engine.locked { becomeReadyIfFree() } }
  }
}
