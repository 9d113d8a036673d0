@_spi(Engines) import Engine
import Foundation

/// A queue as an `OperationQueue`: its limit, its priorities, its suspension, and the dependencies of what it has.
final class OperationJobQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only; `OperationQueue` has locks of its own.
  private let queue = OperationQueue()

  override init(_ name: String, width: Int, engine: EngineCore) {
    super.init(name, width: width, engine: engine)
    queue.name = name
    queue.maxConcurrentOperationCount = self.width
  }

  // MARK: Waiting and ready jobs

  @exclusivity(unchecked) private var ready = PriorityCounts()

  /// How many wait on the `OperationQueue`, held up by their dependencies. What is more is added to it when it is ready:
  /// whenever a slot is free, corelibs looks through all that it has.
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
    own(job, as: OperationJob.self).submit(to: queue)
  }

  // MARK: Threads

  @exclusivity(unchecked) private var hasChosenThreads = false

  /// Gives the `OperationQueue` the threads for jobs like its first one. All queues of one quality of service share one pool
  /// of threads, in which the start of an asynchronous body, which takes microseconds, would wait behind bodies that
  /// compute. Another quality of service has threads of its own. On Linux it can't change after the first operation, and
  /// an operation's own has no effect (corelibs, `_synthesizeBackingQueue` and `_schedule`).
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
    own(job, as: OperationJob.self).operation.queuePriority = .init(job.priority)
  }

  // MARK: Slots

  override func settingsDidChange() {
    queue.isSuspended = isSuspended
    // To set it looks for work, whether or not it has changed.
    if queue.maxConcurrentOperationCount != width { queue.maxConcurrentOperationCount = width }
  }

  /// The job's operation is at a thread. Picks the job, unless it has to be ready again, with a fresh operation: the queue
  /// was suspended or narrowed, something better has become ready, or a dependency came too late for the operation.
  ///
  /// Two of one priority that were given two threads at once may come here in either order: both had their slot.
  func pick(ifPossible job: OperationJob) -> Bool {
    // Measured with corelibs; whether Apple's Foundation says the same of a dependency that comes late is not known.
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

  // MARK: The end

  /// Operations on a suspended `OperationQueue` and the queue keep each other alive, also those that were abandoned.
  override func close() { queue.isSuspended = false }
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
