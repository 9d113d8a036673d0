@_spi(Engines) import Engine
import Synchronization

/// A job as a `Task`. The body reads the task's flag once the task is known.
final class TasksJob: SlotJob, @unchecked Sendable {
  // Safe: mutable state changes under the engine's lock only, and `task` no longer changes once the job was picked and the task
  // `isKnown`.

  // MARK: The task

  @exclusivity(unchecked) private var task: Task<Void, Never>?
  /// Whether `task` belongs to the latest submission. A body may begin before that.
  private let isKnown = Atomic(false)
  @exclusivity(unchecked) private var lastSubmission: UInt64 = 0

  override func submit() {
    guard let queue else { return }
    let threads = unsafeDowncast(queue, to: TasksJobQueue.self).threads(isAsynchronous: isAsynchronous)
    isKnown.store(false, ordering: .relaxed)
    lastSubmission = submission
    engine.afterwards { [self, submission] in
      // Detached, because the code that starts it has nothing to do with it and must not pass on its priority and values.
      let task = Task.detached(executorPreference: threads) { [self] in
        if begin(submission) { perform() }
      }
      engine.locked { keep(task, for: submission) }
    }
  }

  /// Stores the task of a submission. Called under the lock.
  private func keep(_ task: Task<Void, Never>, for submission: UInt64) {
    // The job may have been withdrawn and submitted again meanwhile.
    guard submission == lastSubmission else { return }
    self.task = task
    // Before it is known, because from then on its flag is read without the lock.
    if isCancelRequested { task.cancel() }
    isKnown.store(true, ordering: .releasing)
  }

  // MARK: The flag

  override var isCancelled: Bool {
    if isKnown.load(ordering: .acquiring), let task { return task.isCancelled }
    return super.isCancelled
  }

  /// Cancels the task. A task that has finished takes the flag, too, while its asynchronous body continues (run with Swift 6.3.1 on
  /// Linux).
  override func setCancelled() { task?.cancel() }
}
