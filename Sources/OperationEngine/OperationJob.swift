@_spi(Engines) import Engine
import Foundation

/// A job as an `Operation`, whose flag is the one that the body reads, and its prerequisites as dependencies.
final class OperationJob: JobCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only, and `operation` no more once the job was picked.

  // MARK: The operation

  @exclusivity(unchecked) private(set) var operation: BodyOperation

  override init(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) {
    operation = Self.makeOperation(isAsynchronous: body.isAsynchronous, engine: engine)
    super.init(name, priority: priority, body: body, engine: engine)
    operation.name = name
  }

  private static func makeOperation(isAsynchronous: Bool, engine: EngineCore) -> BodyOperation {
    isAsynchronous ? AsynchronousBodyOperation(engine: engine) : SynchronousBodyOperation(engine: engine)
  }

  override func didEnd() { if isAsynchronous { operation.finish() } }

  /// Whether an `OperationQueue` has the operation.
  private var isSubmitted: Bool { operation.job != nil }

  /// Adds the operation, and with it the dependencies that it has by now, if the `OperationQueue` does not have it yet.
  func submit(to operations: OperationQueue) {
    if isSubmitted { return }
    operation.job = self
    if isWaiting { for prerequisite in heldBy { depend(on: prerequisite) } }
    // A fresh one is normal, and to say so again would take its lock.
    if priority != .normal { operation.queuePriority = .init(priority) }
    // Under the lock, unlike a work item: cancelled before it is on a queue, it would be finished, and a finished one cannot
    // be added (documented).
    operations.addOperation(operation)
  }

  /// An `OperationQueue` gives nothing back. A job that has to leave the one it was given goes on with a fresh operation,
  /// which is submitted when the job is ready.
  func renewOperation() {
    abandonOperation()
    operation = Self.makeOperation(isAsynchronous: isAsynchronous, engine: engine)
    operation.name = name
  }

  /// Leaves the operation to its queue, empty and cancelled, until its turn comes. It must not be finished here: corelibs
  /// keeps a dangling pointer to an operation that finishes on a queue before it was started. An unfinished dependency
  /// keeps one to it, too, and has to be removed before `cancel`; a finished one keeps none.
  private func abandonOperation() {
    operation.job = nil
    for gate in operation.dependencies where !gate.isFinished { operation.removeDependency(gate) }
    operation.cancel()
  }

  // MARK: The flag

  override var isCancelled: Bool { operation.isCancelled }

  override func setCancelled() { if isRunning { operation.cancel() } else { abandonOperation() } }

  // MARK: Prerequisites

  /// What the operations of dependents depend on: it is never on a queue, and started when this job has ended. Not the
  /// job's own operation, which finishes late when the job is cancelled, and early when it is abandoned.
  private var gate: Operation?

  private func makeGate() -> Operation {
    let gate = self.gate ?? Operation()
    self.gate = gate
    return gate
  }

  /// One that is not submitted yet gets its dependencies then.
  override func hold(for prerequisite: JobCore) { if isSubmitted { depend(on: prerequisite) } }

  private func depend(on prerequisite: JobCore) {
    operation.addDependency(own(prerequisite, as: OperationJob.self).makeGate())
  }

  override func releaseDependents() { gate?.start() }

  override func stopHolding(for prerequisite: JobCore) {
    if hasEnded { return }
    // On Linux `removeDependency` of one that has not finished leaves the operation waiting for ever.
    if isSubmitted, !prerequisite.hasEnded { renewOperation() }
    becomeReadyIfFree()
  }
}
