/// A named place where jobs wait and run, at most `width` at a time, and which can be suspended.
public final class JobQueue: Sendable {
  public let core: QueueCore

  public init(_ core: QueueCore) { self.core = core }

  /// Nobody waits for what is left, so it is cancelled: no job of a lost queue starts.
  deinit { core.engine.settle { aftermath in core.abandon(&aftermath) } }

  public var name: String { core.name }
  public var counts: QueueCounts { core.engine.lock.withLock { core.counts } }
  public var isSuspended: Bool { core.engine.lock.withLock { core.isSuspended } }

  /// How many bodies may run at a time. Widening starts waiting jobs at once; narrowing lets running ones end.
  /// Less than 1 means 1.
  public var width: Int {
    get { core.engine.lock.withLock { core.width } }
    set { core.engine.lock.withLock { core.setWidth(newValue) } }
  }

  /// Puts a job on the queue. One that was cancelled before it was ever added stays as it is.
  /// - Throws: `alreadyAdded`, `otherEngine`.
  public func add(_ job: Job) throws(EngineError) {
    let (core, job) = (core, job.core)
    try core.engine.lock.withLock { () throws(EngineError) in try core.add(job) }
  }

  /// No body of this queue starts after this has returned, until `resume()`. Running ones go on.
  public func suspend() { core.engine.lock.withLock { core.setSuspended(true) } }

  public func resume() { core.engine.lock.withLock { core.setSuspended(false) } }

  /// Cancels all jobs of the queue, waiting and running, as one.
  public func cancelAll() { core.engine.settle { aftermath in EngineCore.cancel(core.jobs, &aftermath) } }

  /// Blocks this thread until no job is waiting or running and every end has been reported.
  /// - Throws: `wouldDeadlock` on the reporting queue, and in a body of this queue.
  public func waitUntilIdle() throws(EngineError) {
    if core.engine.reportQueue.isCurrent || core.isCurrent { throw .wouldDeadlock(waitingFor: name) }
    core.engine.block { done in core.engine.lock.withLock { core.whenIdle(done) } }
  }
}
