@_spi(Engines) import Engine
import Foundation

/// A job as an `Operation`, and its prerequisites as dependencies. The body reads the operation's cancelled flag.
final class OperationJob: JobCore, @unchecked Sendable {
  // Safe: mutable state changes under the engine's lock only, and `operation` no longer changes once the job has been
  // picked.

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

  /// Whether the operation is on an `OperationQueue`.
  private var isSubmitted: Bool { operation.job != nil }

  /// Adds the operation with its current dependencies, unless the `OperationQueue` already has it.
  /// - Parameter outranks: Whether a job of lower priority is ready. Until this job's operation is on the queue, such jobs
  ///   are handed back.
  func submit(to operations: OperationQueue, outranks: Bool) {
    if isSubmitted { return }
    engine.catchUp()
    engine.count(.submission)
    operation.job = self
    if isWaiting { for prerequisite in heldBy { depend(on: prerequisite) } }
    // A new operation already has the normal priority, and setting it again takes the operation's lock.
    if priority != .normal { operation.queuePriority = .init(priority) }
    if isWaiting || outranks {
      // This happens under the lock, like the start of a gate. With corelibs, an operation whose dependency finishes while
      // it is being added may never start (source: `_addOperations` reads `isReady` before the queue is known).
      operation.add(to: operations)
    } else {
      // Adding wakes a thread, which needs the lock.
      engine.afterwards { [operation] in operation.add(to: operations) }
    }
  }

  /// Whether the operation was submitted and may not be on its `OperationQueue` yet. Until then, it must be replaced
  /// instead of cancelled, because an operation that is cancelled before it is on a queue is finished, and can't be added
  /// (documented).
  var isBeingAdded: Bool { isSubmitted && !operation.isOnQueue }

  /// Replaces the operation, because an `OperationQueue` can't take one back. The new operation is submitted when the
  /// job is ready.
  func renewOperation() {
    engine.count(.renewal)
    abandonOperation()
    operation = Self.makeOperation(isAsynchronous: isAsynchronous, engine: engine)
    operation.name = name
  }

  /// Cancels the operation and leaves it on its queue, without a job, until its turn comes.
  ///
  /// It must not be finished here, because corelibs keeps a dangling pointer to an operation that finishes on a queue
  /// before it is started. An unfinished dependency also keeps such a pointer, and has to be removed before `cancel`.
  private func abandonOperation() {
    let isBeingAdded = isBeingAdded
    if isSubmitted { engine.count(.emptying) }
    operation.job = nil
    if isBeingAdded { return }
    for gate in operation.dependencies where !gate.isFinished { operation.removeDependency(gate) }
    cancelOperation()
  }

  private func cancelOperation() {
    engine.count(.cancellation)
    operation.cancel()
  }

  // MARK: The flag

  override var isCancelled: Bool { operation.isCancelled }

  override func setCancelled() { if isRunning { cancelOperation() } else { abandonOperation() } }

  // MARK: Prerequisites

  /// The operation that the operations of dependents depend on. It is never on a queue, and is started when this job
  /// has ended. The job's own operation can't serve this purpose, because it finishes too late if the job is
  /// cancelled, and too early if it is abandoned.
  private var gate: Operation?

  private func makeGate() -> Operation {
    if self.gate == nil { engine.count(.gate) }
    let gate = self.gate ?? Operation()
    self.gate = gate
    return gate
  }

  /// Adds a dependency to an operation that has been submitted. Other operations get their dependencies when they are
  /// submitted.
  override func hold(for prerequisite: JobCore) {
    if isBeingAdded { renewOperation() } else if isSubmitted { depend(on: prerequisite) }
  }

  private func depend(on prerequisite: JobCore) {
    engine.count(.dependency)
    operation.addDependency(unsafeDowncast(prerequisite, to: OperationJob.self).makeGate())
  }

  override func stopHolding(for prerequisite: JobCore) {
    if hasEnded { return }
    if prerequisite.hasEnded {
      unsafeDowncast(prerequisite, to: OperationJob.self).openGate()
    } else if isSubmitted {
      // On Linux, calling `removeDependency` with an unfinished operation leaves this one waiting forever.
      renewOperation()
    }
    becomeReadyIfFree()
  }

  private func openGate() { gate.take()?.start() }
}
