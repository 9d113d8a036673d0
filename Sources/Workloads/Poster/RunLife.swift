import Base
import Engine

/// Counts the jobs of a run that have not ended, and lets none begin once it is over.
final class RunLife: @unchecked Sendable {
  // Safe: touched under `lock` only.
  private let lock = Lock()
  private var jobs = 0
  private var isOver = false
  private var isCancelled = false

  var wasCancelled: Bool { lock.withLock { isCancelled } }

  /// Whether the run was closed; no job is cancelled before.
  var isClosed: Bool { lock.withLock { isOver } }

  /// Adds a job, unless the run is over: whoever closes it and then cancels the queues finds every job on them.
  /// - Returns: whether it was added.
  func add(_ job: AnyJob, to queue: JobQueue) throws(EngineError) -> Bool {
    try lock.withLock { () throws(EngineError) in
      if isOver { return false }
      try queue.add(job)
      jobs += 1
      return true
    }
  }

  /// - Returns: whether it was the last. Jobs are added by jobs that have not ended, so that none comes after it.
  func jobEnded() -> Bool {
    lock.withLock {
      jobs -= 1
      return jobs == 0
    }
  }

  func close(cancelled: Bool) {
    lock.withLock {
      isOver = true
      if cancelled { isCancelled = true }
    }
  }
}
