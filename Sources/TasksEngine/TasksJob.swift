import Engine

/// A job as a `Task`, whose flag is the one that the body reads.
final class TasksJob: JobCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only, and `task` no more once the job was picked.

  // MARK: The task

  /// Started when there is a slot for the job.
  private var task: Task<Void, Never>?
  /// How often it was started: a task that is on its way when the job is withdrawn may come late.
  private var starts = 0
  /// Whether the task is to begin the body. Its flag decides: it is set under the engine's lock only.
  var isStarted: Bool { task?.isCancelled == false }

  func start(on executor: BodyExecutor) {
    starts += 1
    // Detached, as what starts it, an end or another job's, has nothing to do with it: not its priority, nor its values.
    task = Task.detached(executorPreference: executor) { [self, starts] in
      guard begin(starts) else { return }
      perform()
    }
  }

  /// The task is at a thread. Whether it may go on was decided when it was started, and is decided again.
  private func begin(_ start: Int) -> Bool {
    engine.locked {
      guard start == starts, isStarted, let queue else { return false }
      if own(queue, as: TasksJobQueue.self).pick(ifPossible: self) { return true }
      task = nil
      queue.returnToReady(self)
      return false
    }
  }

  // MARK: The flag

  override var isCancelled: Bool { task?.isCancelled ?? false }

  /// A task that is cancelled before it has begun begins all the same, and one that has finished, while an asynchronous
  /// body goes on, takes the flag, too (measured with Swift 6.3.1).
  override func setCancelled() { task?.cancel() }

  // MARK: Ready

  /// Its place among the ready jobs of its queue, and whether it is there.
  var turn = 0
  var isLinedUp = false
}
