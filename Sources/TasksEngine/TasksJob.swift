@_spi(Engines) import Engine

/// A job as a `Task`, whose flag is the one that the body reads.
final class TasksJob: SlotJob, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only, and `task` no more once the job was picked.

  // MARK: The task

  /// The one that was started for the job last.
  private var task: Task<Void, Never>?

  override func submit() {
    guard let queue else { return }
    let executor = own(queue, as: TasksJobQueue.self).executor
    // Detached, as what starts it, an end or another job's, has nothing to do with it: not its priority, nor its values.
    task = Task.detached(executorPreference: executor) { [self, submission] in
      if begin(submission) { perform() }
    }
  }

  /// A task cannot be taken back: one whose job has to wait again, or was cancelled, begins all the same, and is out of date.
  override func withdraw() { submissionIsOver() }

  // MARK: The flag

  override var isCancelled: Bool { task?.isCancelled ?? false }

  /// A task that has finished, while an asynchronous body goes on, takes the flag, too (measured with Swift 6.3.1).
  override func setCancelled() { task?.cancel() }
}
