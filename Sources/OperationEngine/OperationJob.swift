import Engine
import Foundation

/// A job as an `Operation`, whose flag is the one that the body reads, and its prerequisites as dependencies.
final class OperationJob: JobCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only, and `operation` no more once the job was picked.

  // MARK: The operation

  private(set) var operation: BodyOperation

  override init(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) {
    operation = Self.makeOperation(isAsynchronous: body.isAsynchronous, engine: engine)
    super.init(name, priority: priority, body: body, engine: engine)
    operation.name = name
  }

  private static func makeOperation(isAsynchronous: Bool, engine: EngineCore) -> BodyOperation {
    isAsynchronous ? AsynchronousBodyOperation(engine: engine) : SynchronousBodyOperation(engine: engine)
  }

  override func didEnd() { operation.finish() }

  /// An `OperationQueue` gives nothing back. A job that has to leave the one it was given goes on with a fresh operation,
  /// which has the dependencies that are left.
  func renewOperation() {
    let wasSubmitted = operation.job != nil
    abandonOperation()
    operation = Self.makeOperation(isAsynchronous: isAsynchronous, engine: engine)
    operation.name = name
    for prerequisite in heldBy { hold(for: prerequisite) }
    if wasSubmitted, isWaiting, let queue { own(queue, as: OperationJobQueue.self).submit(self) }
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

  override func hold(for prerequisite: JobCore) {
    let prerequisite: OperationJob = own(prerequisite)
    operation.addDependency(prerequisite.makeGate())
  }

  override func releaseDependents() { gate?.start() }

  override func stopHolding(for prerequisite: JobCore) {
    if hasEnded { return }
    // On Linux `removeDependency` of one that has not finished leaves the operation waiting for ever.
    if !prerequisite.hasEnded { renewOperation() }
    becomeReadyIfFree()
  }
}
