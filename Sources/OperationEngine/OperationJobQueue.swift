import Engine
import Foundation

/// A queue on an `OperationQueue`: its width, its priorities, its suspension.
///
/// A job is handed to it late, when its operation is ready: an `OperationQueue` looks through all that it holds
/// whenever a slot is free, so that those which cannot run yet would cost each of the others.
final class OperationJobQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change is touched under the engine's lock only; `OperationQueue` has locks of its own.
  private let queue = OperationQueue()

  /// How many jobs are ready, by `Priority.rawValue`.
  private var ready = Priority.allCases.map { _ in 0 }

  override init(_ name: String, width: Int, engine: EngineCore) {
    super.init(name, width: width, engine: engine)
    queue.name = name
    queue.maxConcurrentOperationCount = self.width
  }

  override var isCurrent: Bool { OperationQueue.current === queue }

  // MARK: Ready jobs

  override func enqueue(_ job: JobCore) {
    ready[job.priority.rawValue] += 1
    if let job = job as? OperationJob { hand(job) }
  }

  private func hand(_ job: OperationJob) {
    let operation = job.unusedOperation()
    operation.job = job
    // A fresh one is normal, and to say so again would take its lock.
    if job.priority != .normal { operation.queuePriority = .init(job.priority) }
    queue.addOperation(operation)
  }

  override func dequeue(_ job: JobCore) {
    ready[job.priority.rawValue] -= 1
    (job as? OperationJob)?.leaveHusk()
  }

  override func reprioritised(_ job: JobCore, from old: Priority) {
    ready[old.rawValue] -= 1
    ready[job.priority.rawValue] += 1
    (job as? OperationJob)?.operation.queuePriority = .init(job.priority)
  }

  override var readyJobs: [JobCore] { queue.operations.compactMap { ($0 as? JobOperation)?.job } }

  // MARK: Slots

  override func settingsChanged() {
    queue.maxConcurrentOperationCount = width
    queue.isSuspended = isSuspended
  }

  /// The job's operation is at a thread. Picks the job, or puts it back: to wait there would hold the thread and the
  /// slot, and at a width of 1 nothing else would ever run.
  ///
  /// Two of one priority that were handed to two threads at once may come here in either order: both had their slot.
  func mayPick(_ job: OperationJob) -> Bool {
    let isBest = !ready[(job.priority.rawValue + 1)...].contains { $0 > 0 }
    guard hasFreeSlot, isBest else {
      handBack(job)
      return false
    }
    ready[job.priority.rawValue] -= 1
    pick(job)
    return true
  }

  /// Operations on a suspended `OperationQueue` and the queue keep each other alive, husks too.
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
