/// A named queue on which jobs wait and run, at most `width` at a time. It can be suspended.
public final class JobQueue: Sendable {
  package let core: QueueCore
  private let engine: JobEngine

  init(_ core: QueueCore, engine: JobEngine) {
    self.core = core
    self.engine = engine
  }

  /// Releasing the queue cancels its remaining jobs.
  deinit { core.engine.update { deferred in core.abandon(&deferred) } }

  public var name: String { core.name }
  public var counts: QueueCounts { core.engine.locked { core.counts } }
  public var isSuspended: Bool { core.engine.locked { core.isSuspended } }

  /// The maximum number of jobs that run simultaneously, at least 1. A larger width immediately starts waiting jobs.
  /// A smaller width doesn't stop running jobs.
  public var width: Int {
    get { core.engine.locked { core.width } }
    set { core.engine.locked { core.setWidth(newValue) } }
  }

  // MARK: Adding

  /// Adds a job to the queue. If the job has already been cancelled, this has no effect.
  /// - Throws: `alreadyAdded`, `otherEngine`.
  public func add(_ job: AnyJob) throws(EngineError) {
    let (core, job) = (core, job.core)
    try core.engine.locked { () throws(EngineError) in try core.add(job) }
  }

  /// Adds these jobs to the queue atomically and in order. If one of them is refused, none is added.
  /// - Throws: `alreadyAdded`, `otherEngine`.
  public func add(_ jobs: [AnyJob]) throws(EngineError) {
    let (core, jobs) = (core, jobs.map(\.core))
    try core.engine.locked { () throws(EngineError) in try core.add(jobs) }
  }

  /// Creates a job and adds it to the queue; see ``JobEngine/makeJob(_:priority:_:)``.
  ///
  /// The job may end before this method returns. If a handler has to be set before the job starts, create the job
  /// first.
  @discardableResult
  public func add<Value: Sendable>(
    _ name: String, priority: Priority = .normal,
    _ body: @escaping @Sendable (any Running) throws -> Value
  ) -> Job<Value> {
    let job = engine.makeJob(name, priority: priority, body)
    core.addNew(job.core)
    return job
  }

  /// Creates a job without a value and adds it to the queue.
  @discardableResult
  public func add(
    _ name: String, priority: Priority = .normal,
    _ body: @escaping @Sendable (any Running) throws -> Void
  ) -> Job<Void> {
    let job = engine.makeJob(name, priority: priority, body)
    core.addNew(job.core)
    return job
  }

  /// Creates a job with an asynchronous body and adds it to the queue. The body runs on the cooperative pool; see
  /// the overload of ``JobEngine/makeJob(_:priority:_:)`` for such bodies.
  @discardableResult
  public func add<Value: Sendable>(
    _ name: String, priority: Priority = .normal,
    _ body: @escaping @Sendable (any Running) async throws -> Value
  ) -> Job<Value> {
    let job = engine.makeJob(name, priority: priority, body)
    core.addNew(job.core)
    return job
  }

  // MARK: Suspending and cancelling

  /// Suspends the queue. After this returns, no job is picked until `resume()`. Running jobs continue. If a job was
  /// picked just before this call, its body may still begin shortly afterwards.
  public func suspend() { core.engine.locked { core.setSuspended(true) } }

  public func resume() { core.engine.locked { core.setSuspended(false) } }

  /// Cancels all waiting, ready and running jobs of the queue atomically.
  public func cancelAll() {
    core.engine.update { deferred in EngineCore.cancel(core.unended, &deferred) }
  }

  // MARK: Waiting

  /// Returns when no job is left and every end has been reported. Cancelling the task that awaits this has no effect.
  /// Cancel the jobs instead.
  public func idle() async {
    await withCheckedContinuation { waiting in core.whenIdle { waiting.resume() } }
  }

  /// Blocks the calling thread until no job is left and every end has been reported.
  /// - Throws: `wouldDeadlock` on the reporting queue, and in a body or cancel handler that a job of the queue
  ///   depends on. `timedOut` after `limit`.
  @available(*, noasync, message: "Await idle() instead.")
  public func waitUntilIdle(upTo limit: Duration? = nil) throws(EngineError) {
    let core = core
    try core.engine.refuseDeadlock(waitingFor: name, on: core) { core.unended }
    guard core.waitUntilIdle(upTo: limit) else { throw .timedOut(waitingFor: name) }
  }
}
