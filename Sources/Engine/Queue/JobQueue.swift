/// A named place where jobs wait and run, at most `width` at a time, and which can be suspended.
public final class JobQueue: Sendable {
  package let core: QueueCore

  init(_ core: QueueCore) { self.core = core }

  /// Nobody waits for what is left, so it is cancelled: no job of a lost queue starts.
  deinit { core.engine.update { deferred in core.abandon(&deferred) } }

  public var name: String { core.name }
  public var counts: QueueCounts { core.engine.locked { core.counts } }
  public var isSuspended: Bool { core.engine.locked { core.isSuspended } }

  /// The concurrency limit: how many bodies may run at a time. Widening starts waiting jobs at once; narrowing lets
  /// running ones end. Less than 1 means 1.
  public var width: Int {
    get { core.engine.locked { core.width } }
    set { core.engine.locked { core.setWidth(newValue) } }
  }

  // MARK: Adding

  /// Puts a job on the queue. One that was cancelled before it was ever added stays as it is.
  /// - Throws: `alreadyAdded`, `otherEngine`.
  public func add(_ job: AnyJob) throws(EngineError) {
    let (core, job) = (core, job.core)
    try core.engine.locked { () throws(EngineError) in try core.add(job) }
  }

  /// Puts these jobs on the queue as one: all of them, in order, or none when one is refused.
  /// - Throws: `alreadyAdded`, `otherEngine`.
  public func add(_ jobs: [AnyJob]) throws(EngineError) {
    let (core, jobs) = (core, jobs.map(\.core))
    try core.engine.locked { () throws(EngineError) in try core.add(jobs) }
  }

  /// Makes a job, and puts it on the queue; see ``JobEngine/makeJob(_:priority:_:)``. It may end before
  /// this returns: a handler that must not come late is set on a job that was made first, and is added then.
  @discardableResult
  public func add<Value: Sendable>(
    _ name: String, priority: Priority = .normal,
    _ body: @escaping @Sendable (any Running) throws -> Value
  ) -> Job<Value> {
    let job = core.engine.makeJob(name, priority: priority, body)
    core.addNew(job.core)
    return job
  }

  /// Makes a job without a value, and puts it on the queue.
  @discardableResult
  public func add(
    _ name: String, priority: Priority = .normal,
    _ body: @escaping @Sendable (any Running) throws -> Void
  ) -> Job<Void> {
    let job = core.engine.makeJob(name, priority: priority, body)
    core.addNew(job.core)
    return job
  }

  // MARK: Suspending and cancelling

  /// No job of this queue is picked after this has returned, until `resume()`. Running ones go on; a body that was picked
  /// an instant before may begin an instant later.
  public func suspend() { core.engine.locked { core.setSuspended(true) } }

  public func resume() { core.engine.locked { core.setSuspended(false) } }

  /// Cancels all jobs of the queue, waiting and running, as one.
  public func cancelAll() {
    core.engine.update { deferred in EngineCore.cancel(core.unended, &deferred) }
  }

  // MARK: Waiting

  /// Returns when no job is waiting or running and every end was reported. Cancelling the task that awaits it changes
  /// nothing: cancel the jobs.
  public func idle() async {
    await withCheckedContinuation { waiting in core.whenIdle { waiting.resume() } }
  }

  /// Blocks this thread until no job is waiting or running and every end was reported.
  /// - Throws: `wouldDeadlock` on the reporting queue, and in a body or a cancel handler that a job of the queue waits
  ///   for; `timedOut` after `limit`.
  @available(*, noasync, message: "Await idle() instead.")
  public func waitUntilIdle(upTo limit: Duration? = nil) throws(EngineError) {
    let core = core
    try core.engine.refuseDeadlock(waitingFor: name, on: core) { core.unended }
    guard core.waitUntilIdle(upTo: limit) else { throw .timedOut(waitingFor: name) }
  }
}
