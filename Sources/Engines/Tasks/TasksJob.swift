@_spi(Engines) import Engine
import Synchronization

/// A job as a `Task`. The body reads the task's cancelled flag as soon as the task is known.
final class TasksJob: SlotJob, @unchecked Sendable {
  // Safe: mutable state changes under the engine's lock only, and `task` no longer changes once the job has been
  // picked and the task `isKnown`.

  // MARK: The task

  @exclusivity(unchecked) private var task: Task<Void, Never>?
  /// Whether `task` belongs to the latest submission. A body may begin before that is the case.
  private let isKnown = Atomic(false)
  @exclusivity(unchecked) private var lastSubmission: UInt64 = 0

  override func submit() {
    guard let queue else { return }
    let threads = unsafeDowncast(queue, to: TasksJobQueue.self).threads(isAsynchronous: isAsynchronous)
    isKnown.store(false, ordering: .relaxed)
    lastSubmission = submission
    engine.count(.submission)
    engine.afterwards { [self, submission] in
      // The task is detached. The code that starts it has nothing to do with it, and must not pass on its own
      // priority and task-local values.
      let task = Task.detached(executorPreference: threads) { [self] in
        if begin(submission) { perform() }
      }
      engine.locked { keep(task, for: submission) }
    }
  }

  /// Stores the task of a submission. Call this while holding the lock.
  private func keep(_ task: Task<Void, Never>, for submission: UInt64) {
    // The job may have been withdrawn and submitted again in the meantime.
    guard submission == lastSubmission else { return }
    self.task = task
    // This happens before the task is known, because from then on its flag is read without the lock.
    if isCancelRequested { setCancelled() }
    isKnown.store(true, ordering: .releasing)
  }

  // MARK: The flag

  override var isCancelled: Bool {
    if isKnown.load(ordering: .acquiring), let task { return task.isCancelled }
    return super.isCancelled
  }

  /// Cancels the task. Even a task that has finished accepts the flag while its asynchronous body continues (run with
  /// Swift 6.3.1 on Linux).
  override func setCancelled() {
    if task != nil { engine.count(.cancellation) }
    task?.cancel()
  }
}
