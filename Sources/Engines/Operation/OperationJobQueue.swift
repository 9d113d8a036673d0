@_spi(Engines) import Engine
import Foundation

/// A queue as an `OperationQueue`, with its concurrency limit, priorities, suspension and dependencies.
final class OperationJobQueue: QueueCore, @unchecked Sendable {
  // Safe: mutable state changes under the engine's lock only, and `OperationQueue` has its own locks.
  private let queue = OperationQueue()

  override init(_ name: String, width: Int, engine: EngineCore) {
    super.init(name, width: width, engine: engine)
    queue.name = name
    queue.maxConcurrentOperationCount = self.width
  }

  // MARK: Waiting and ready jobs

  @exclusivity(unchecked) private var ready = PriorityCounts()

  /// The maximum number of jobs that wait on the `OperationQueue` for their dependencies. All others are added when
  /// they are ready, because corelibs searches all operations whenever a slot is free.
  private static let mostWaiting = 64

  override func didBeginWaiting(_ job: JobCore) {
    if counts.waiting <= Self.mostWaiting { submit(job) }
  }

  override func didBecomeReady(_ job: JobCore) {
    ready.add(1, of: job.priority)
    submit(job)
  }

  private func submit(_ job: JobCore) {
    chooseThreads(for: job)
    unsafeDowncast(job, to: OperationJob.self).submit(to: queue, outranks: ready.hasAny(below: job.priority))
  }

  // MARK: Threads

  @exclusivity(unchecked) private var hasChosenThreads = false

  /// Chooses the threads of the `OperationQueue` based on its first job. All queues with the same quality of service
  /// share one pool of threads. In that pool, the start of an asynchronous body, which takes microseconds, would have
  /// to wait behind bodies that compute. A different quality of service has its own threads. On Linux, a queue's
  /// quality of service can't change after its first operation, and that of an operation has no effect (corelibs,
  /// `_synthesizeBackingQueue` and `_schedule`).
  private func chooseThreads(for job: JobCore) {
    if hasChosenThreads { return }
    hasChosenThreads = true
    if job.isAsynchronous { queue.qualityOfService = .userInitiated }
  }

  override func didLeaveReady(_ job: JobCore) { ready.add(-1, of: job.priority) }

  override func didReprioritize(_ job: JobCore, from old: Priority) {
    if job.isReady {
      ready.add(-1, of: old)
      ready.add(1, of: job.priority)
    }
    let job = unsafeDowncast(job, to: OperationJob.self)
    if job.isBeingAdded {
      job.renewOperation()
      submit(job)
    } else {
      job.operation.queuePriority = .init(job.priority)
    }
  }

  // MARK: Slots

  override func settingsDidChange() {
    queue.isSuspended = isSuspended
    // Setting the limit makes the queue look for work, even if the limit hasn't changed.
    if queue.maxConcurrentOperationCount != width { queue.maxConcurrentOperationCount = width }
  }

  /// Picks a job whose operation has been given a thread. The job gets a new operation instead if the queue was
  /// suspended or narrowed, if a job of higher priority has become ready, or if a dependency was added too late for
  /// the operation.
  ///
  /// If two jobs with the same priority get threads simultaneously, they may arrive in either order.
  func pick(ifPossible job: OperationJob) -> Bool {
    // This was run with corelibs. Whether Apple's Foundation does the same when a dependency is added late is
    // unknown.
    assert(
      job.isReady || !job.operation.isReady, "an operation has started before its dependencies have finished")
    if job.isReady, hasFreeSlot, !ready.hasAny(above: job.priority) {
      ready.add(-1, of: job.priority)
      pick(job)
      return true
    }
    job.renewOperation()
    if job.isReady {
      wasReturned(job)
      submit(job)
    }
    return false
  }
}

extension Operation.QueuePriority {
  init(_ priority: Priority) {
    self =
      switch priority {
      case .veryLow: .veryLow
      case .low: .low
      case .normal: .normal
      case .high: .high
      case .veryHigh: .veryHigh
      }
  }
}
