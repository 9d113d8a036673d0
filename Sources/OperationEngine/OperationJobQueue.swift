import Engine
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

  /// How many are ready, by `Priority.rawValue`.
  private var ready = Priority.allCases.map { _ in 0 }

  /// How many wait on the `OperationQueue`, held up by their dependencies. What is more is added to it when it is ready:
  /// whenever a slot is free, corelibs looks through all that it has.
  private static let mostWaiting = 64

  override func didBeginWaiting(_ job: JobCore) {
    if counts.waiting <= Self.mostWaiting { submit(own(job)) }
  }

  override func didBecomeReady(_ job: JobCore) {
    ready[job.priority.rawValue] += 1
    submit(own(job))
  }

  /// Adds the job's operation, if the `OperationQueue` does not have it yet.
  func submit(_ job: OperationJob) {
    let operation = job.operation
    guard operation.job == nil else { return }
    operation.job = job
    // A fresh one is normal, and to say so again would take its lock.
    if job.priority != .normal { operation.queuePriority = .init(job.priority) }
    // Under the lock, unlike a work item: cancelled before it is on a queue, it would be finished, and a finished one cannot
    // be added (documented).
    queue.addOperation(operation)
  }

  override func didLeaveReady(_ job: JobCore) { ready[job.priority.rawValue] -= 1 }

  override func didReprioritize(_ job: JobCore, from old: Priority) {
    if job.isReady {
      ready[old.rawValue] -= 1
      ready[job.priority.rawValue] += 1
    }
    let job: OperationJob = own(job)
    job.operation.queuePriority = .init(job.priority)
  }

  // MARK: Slots

  override func settingsDidChange() {
    queue.isSuspended = isSuspended
    // To set it looks for work, whether or not it has changed.
    if queue.maxConcurrentOperationCount != width { queue.maxConcurrentOperationCount = width }
  }

  /// The job's operation is at a thread. Picks the job, unless it has to be ready again: the queue was suspended or
  /// narrowed, something better has become ready, or a dependency came too late for the operation.
  ///
  /// Two of one priority that were given two threads at once may come here in either order: both had their slot.
  func pick(ifPossible job: OperationJob) -> Bool {
    guard job.isReady else {
      // Measured with corelibs; whether Apple's Foundation says the same of a dependency that comes late is not known.
      assert(!job.operation.isReady, "an operation has started before its dependencies have finished")
      return false
    }
    ready[job.priority.rawValue] -= 1
    let best = ready.lastIndex { $0 > 0 } ?? -1
    guard hasFreeSlot, best <= job.priority.rawValue else { return false }
    pick(job)
    return true
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
