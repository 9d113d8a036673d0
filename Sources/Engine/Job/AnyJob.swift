/// A piece of work with a name, a priority and a body. It ends exactly once: finished, failed or cancelled.
///
/// This is the object that a caller holds. The engine's own part lives as long as the job is on a queue.
public class AnyJob: @unchecked Sendable {
  // Safe: it has one constant, and its only subclass adds another.
  package let core: JobCore

  init(_ core: JobCore) { self.core = core }

  /// Cancels a job that was never added and that no one can add any longer, so that its dependents don't wait forever.
  deinit { core.abandon() }

  public final var id: JobID { core.id }
  public final var name: String { core.name }
  public final var state: JobState { core.engine.locked { core.state } }
  /// Whether `cancel()` was called before the job ended, regardless of how it ended.
  public final var isCancelled: Bool { core.engine.locked { core.wasCancelled } }

  /// The job's priority, which counts until the job is picked. A new priority moves the job behind the others of that
  /// priority. Setting the same priority changes nothing.
  public final var priority: Priority {
    get { core.engine.locked { core.priority } }
    set { core.engine.locked { core.reprioritize(newValue) } }
  }

  /// Ends the job immediately if it has not started. Otherwise sets its flag and calls its cancel handlers on this thread.
  /// Cancelling twice or after the end changes nothing.
  public final func cancel() { core.engine.update { deferred in EngineCore.cancel([core], &deferred) } }

  // MARK: Prerequisites

  /// The IDs of the jobs that this one still waits for.
  public final var prerequisites: [JobID] { core.engine.locked { core.heldBy.map(\.id) } }

  /// Holds this job back until `prerequisite` has ended, regardless of how it ends. The jobs may be on different queues, and may
  /// be added before or after this call. Adding a prerequisite twice changes nothing.
  /// - Throws: `alreadyStarted` once this job has been picked, `cycle`, `otherEngine`.
  public final func addPrerequisite(_ prerequisite: AnyJob) throws(EngineError) {
    let (core, other) = (core, prerequisite.core)
    try core.engine.locked { () throws(EngineError) in try core.addPrerequisite(other) }
  }

  /// Removes a prerequisite. Removing one that the job doesn't have changes nothing.
  /// - Throws: `alreadyStarted` once this job has been picked, `otherEngine`.
  public final func removePrerequisite(_ prerequisite: AnyJob) throws(EngineError) {
    let (core, other) = (core, prerequisite.core)
    try core.engine.locked { () throws(EngineError) in try core.removePrerequisite(other) }
  }

  // MARK: Reports

  /// Calls `handler` on the engine's reporting queue when the job has started, or soon if it already has. Starts and ends are
  /// reported in the order in which they happened. A job that is cancelled before it starts never calls it.
  public final func whenStarted(_ handler: @escaping @Sendable () -> Void) {
    core.engine.locked { core.whenStarted(handler) }
  }

  /// Calls `handler` on the engine's reporting queue when the job has ended, or soon if it already has. Ends are reported in the
  /// order in which they happened. Every handler is called once.
  public final func whenEnded(_ handler: @escaping @Sendable (JobEnd) -> Void) {
    core.engine.locked { _ = core.whenEnded(handler) }
  }

  /// The job's end, available when it has been reported. Cancelling the task that awaits it changes nothing.
  public final var end: JobEnd {
    get async { await withCheckedContinuation { waiting in whenEnded { waiting.resume(returning: $0) } } }
  }

  /// Blocks the calling thread until the job has ended and its end has been reported.
  ///
  /// The call throws if it is known that it would never return. It can still hang in two cases. The job is later added to the
  /// queue of a body that already waits for it, and that queue has no other slot. Or a body waits for a second thread, which
  /// waits for the job.
  /// - Throws: `wouldDeadlock` on the reporting queue, and in a body or cancel handler that the job or one of its prerequisites
  ///   depends on or shares a queue with. `timedOut` after `limit`.
  @available(*, noasync, message: "Await the job's value or its end instead.")
  public final func wait(upTo limit: Duration? = nil) throws(EngineError) {
    let core = core
    try core.engine.refuseDeadlock(waitingFor: name) { [core] }
    guard core.waitUntilEnded(upTo: limit) else { throw .timedOut(waitingFor: name) }
  }
}
