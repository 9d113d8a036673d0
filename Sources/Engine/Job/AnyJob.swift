/// One piece of work, whatever its value: a name, a priority, a body. It ends exactly once: finished, failed or cancelled.
///
/// This is what a caller holds. The engine's own part is behind it, and lives on while the job is on a queue.
public class AnyJob: @unchecked Sendable {
  // Safe: it has one constant, and the only subclass adds another.
  package let core: JobCore

  init(_ core: JobCore) { self.core = core }

  /// A job that nobody can add any more ends as cancelled, so that its dependents do not wait for ever.
  deinit { core.abandon() }

  public final var id: JobID { core.id }
  public final var name: String { core.name }
  public final var state: JobState { core.engine.locked { core.state } }
  /// Whether the job was cancelled: it has ended so, or is to stop, or was to stop when it ended.
  public final var isCancelled: Bool { core.engine.locked { core.wasCancelled } }

  /// Counts until the job is picked. A new priority puts it last in its new level; the same one changes nothing.
  public final var priority: Priority {
    get { core.engine.locked { core.priority } }
    set { core.engine.locked { core.reprioritize(newValue) } }
  }

  /// Ends the job there and then if it has not started; else sets the flag and calls the handlers of its body, on this
  /// thread. Twice, or after the end, changes nothing.
  public final func cancel() { core.engine.update { deferred in EngineCore.cancel([core], &deferred) } }

  // MARK: Prerequisites

  /// The numbers of the jobs that this one still waits for.
  public final var prerequisites: [JobID] { core.engine.locked { core.heldBy.map(\.id) } }

  /// Holds this job back until `prerequisite` has ended, however it ended. Across queues, before or after either is
  /// added; twice is once.
  /// - Throws: `alreadyStarted` once this job was picked, `cycle`, `otherEngine`.
  public final func addPrerequisite(_ prerequisite: AnyJob) throws(EngineError) {
    let (core, other) = (core, prerequisite.core)
    try core.engine.locked { () throws(EngineError) in try core.addPrerequisite(other) }
  }

  /// Removes a prerequisite; one that it never had changes nothing.
  /// - Throws: `alreadyStarted` once this job was picked, `otherEngine`.
  public final func removePrerequisite(_ prerequisite: AnyJob) throws(EngineError) {
    let (core, other) = (core, prerequisite.core)
    try core.engine.locked { () throws(EngineError) in try core.removePrerequisite(other) }
  }

  // MARK: Reports

  /// Calls `handler` on the engine's reporting queue when the job has started, in the order in which jobs started and
  /// ended, and so before its end; also when it has started already. Never for a job that is cancelled before.
  public final func whenStarted(_ handler: @escaping @Sendable () -> Void) {
    core.engine.locked { core.whenStarted(handler) }
  }

  /// Calls `handler` on the engine's reporting queue when the job has ended, in the order in which jobs ended; also when
  /// it has ended already. Every handler is called once.
  public final func whenEnded(_ handler: @escaping @Sendable (JobEnd) -> Void) {
    core.engine.locked { _ = core.whenEnded(handler) }
  }

  /// The end, when it was reported. Cancelling the task that awaits it changes nothing.
  public final var end: JobEnd {
    get async { await withCheckedContinuation { waiting in whenEnded { waiting.resume(returning: $0) } } }
  }

  /// Blocks this thread until the job has ended and its end was reported.
  ///
  /// It refuses what it knows would never return. It cannot know what comes later: a job that is added to the queue of a
  /// body which already waits for it hangs, unless the queue has another slot. Nor does it know of work that this thread does
  /// for another: a body that hands a wait to a second thread, and waits for that thread, can still hang.
  /// - Throws: `wouldDeadlock` on the reporting queue, and in a body or a cancel handler that the job waits for: of its
  ///   own queue, or of that of a prerequisite; `timedOut` after `limit`.
  @available(*, noasync, message: "Await the job's value or its end instead.")
  public final func wait(upTo limit: Duration? = nil) throws(EngineError) {
    let core = core
    try core.engine.refuseDeadlock(waitingFor: name) { [core] }
    guard core.waitUntilEnded(upTo: limit) else { throw .timedOut(waitingFor: name) }
  }
}
