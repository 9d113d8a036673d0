@_spi(Engines) import Engine
import Synchronization

/// A job as a `Task`, whose flag is the one that the body reads once the task is known.
final class TasksJob: SlotJob, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only, and `task` no more once the job was picked and it `isKnown`.

  // MARK: The task

  @exclusivity(unchecked) private var task: Task<Void, Never>?
  /// Whether `task` is the last submission's. A body may begin before it is.
  private let isKnown = Atomic(false)
  @exclusivity(unchecked) private var lastSubmission: UInt64 = 0

  override func submit() {
    guard let queue else { return }
    let threads = own(queue, as: TasksJobQueue.self).threads(isAsynchronous: isAsynchronous)
    isKnown.store(false, ordering: .relaxed)
    lastSubmission = submission
    engine.afterwards { [self, submission] in
      // Detached, as what starts it, an end or another job's, has nothing to do with it: not its priority, nor its values.
      let task = Task.detached(executorPreference: threads) { [self] in
        if begin(submission) { perform() }
      }
      engine.locked { keep(task, for: submission) }
    }
  }

  /// Called under the lock.
  private func keep(_ task: Task<Void, Never>, for submission: UInt64) {
    // Meanwhile the job may have been taken back, and submitted again.
    guard submission == lastSubmission else { return }
    self.task = task
    // Before it is known, as from then on its flag is read without the lock.
    if isCancelRequested { task.cancel() }
    isKnown.store(true, ordering: .releasing)
  }

  /// A task cannot be taken back: one whose job has to wait again, or was cancelled, begins all the same, and is out of date.
  override func withdraw() { submissionIsOver() }

  // MARK: The flag

  override var isCancelled: Bool {
    if isKnown.load(ordering: .acquiring), let task { return task.isCancelled }
    return super.isCancelled
  }

  /// A task that has finished, while an asynchronous body goes on, takes the flag, too (measured with Swift 6.3.1).
  override func setCancelled() { task?.cancel() }
}
