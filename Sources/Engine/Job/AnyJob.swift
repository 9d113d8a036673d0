/// A piece of work with a name, a priority and a body. It ends exactly once: finished, failed or cancelled.
///
/// Callers hold this object. The engine's own part of a job lives as long as the job is on a queue.
public class AnyJob: @unchecked Sendable {
  // Safe: it has one constant, and its only subclass adds another.
  package let core: JobCore

  init(_ core: JobCore) { self.core = core }

  /// Cancels a job that was never added and that no one can add any longer, so that its dependents don't wait
  /// forever.
  deinit { core.abandon() }

  public final var id: JobID { core.id }
  public final var name: String { core.name }
  public final var state: JobState { core.engine.locked { core.state } }
  /// Whether `cancel()` was called before the job ended, regardless of how it ended.
  public final var isCancelled: Bool { core.engine.locked { core.wasCancelled } }

  /// The job's priority, which matters until the job is picked. Setting a new priority moves the job behind all
  /// others of that priority. Setting the same priority has no effect.
  public final var priority: Priority {
    get { core.engine.locked { core.priority } }
    set { core.engine.locked { core.reprioritize(newValue) } }
  }

  /// Ends the job immediately if it hasn't started. Otherwise, sets its cancelled flag and calls its cancel handlers
  /// on this thread. Cancelling twice, or after the end, has no effect.
  public final func cancel() { core.engine.update { deferred in EngineCore.cancel([core], &deferred) } }

  // MARK: Prerequisites

  /// The IDs of the jobs that this one is still waiting for.
  public final var prerequisites: [JobID] { core.engine.locked { core.heldBy.map(\.id) } }

  /// Holds this job back until `prerequisite` has ended, regardless of how it ends. The two jobs may be on different
  /// queues, and may be added before or after this call. Adding a prerequisite twice has no effect.
  /// - Throws: `alreadyStarted` if this job has been picked, `cycle`, `otherEngine`.
  public final func addPrerequisite(_ prerequisite: AnyJob) throws(EngineError) {
    let (core, other) = (core, prerequisite.core)
    try core.engine.locked { () throws(EngineError) in try core.addPrerequisite(other) }
  }

  /// Removes a prerequisite. Removing one that the job doesn't have has no effect.
  /// - Throws: `alreadyStarted` if this job has been picked, `otherEngine`.
  public final func removePrerequisite(_ prerequisite: AnyJob) throws(EngineError) {
    let (core, other) = (core, prerequisite.core)
    try core.engine.locked { () throws(EngineError) in try core.removePrerequisite(other) }
  }

  // MARK: Reports

  /// Calls `handler` on the engine's reporting queue when the job has started. If it has already started, `handler`
  /// is called soon. Starts and ends are reported in the order in which they happened. If the job is cancelled before
  /// it starts, `handler` is never called.
  public final func whenStarted(_ handler: @escaping @Sendable () -> Void) {
    core.engine.locked { core.whenStarted(handler) }
  }

  /// Calls `handler` on the engine's reporting queue when the job has ended. If it has already ended, `handler` is
  /// called soon. Ends are reported in the order in which they happened. Every handler is called once.
  public final func whenEnded(_ handler: @escaping @Sendable (JobEnd) -> Void) {
    core.engine.locked { _ = core.whenEnded(handler) }
  }

  /// Calls `handler` on the main actor when the job has ended, like ``whenEnded(_:)``.
  /// - Precondition: The engine reports on the main queue (`.main`).
  public final func whenEndedOnMain(_ handler: @escaping @MainActor @Sendable (JobEnd) -> Void) {
    precondition(core.engine.reportsOnMain, "“\(name)” reports to another queue than the main queue")
    whenEnded { end in MainActor.assumeIsolated { handler(end) } }
  }

  /// The job's end, which becomes available when it has been reported. Cancelling the task that awaits it has no
  /// effect on the job.
  public final var end: JobEnd {
    get async { await withCheckedContinuation { waiting in whenEnded { waiting.resume(returning: $0) } } }
  }

  /// Blocks the calling thread until the job has ended and its end has been reported.
  ///
  /// The call throws if it is certain that it would never return. It can still hang in two cases. In the first, the
  /// job is added later to the queue of a body that is already waiting for it, and that queue has no other slot. In
  /// the second, a body waits for another thread, which waits for the job.
  /// - Throws: `wouldDeadlock` on the reporting queue, and in the body or cancel handler of a job that this job or
  ///   one of its prerequisites depends on or shares a queue with. `timedOut` after `limit`.
  @available(*, noasync, message: "Await the job's value or its end instead.")
  public final func wait(upTo limit: Duration? = nil) throws(EngineError) {
    let core = core
    try core.engine.refuseDeadlock(waitingFor: name) { [core] }
    guard core.waitUntilEnded(upTo: limit) else { throw .timedOut(waitingFor: name) }
  }
}
