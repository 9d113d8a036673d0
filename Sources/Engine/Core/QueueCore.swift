/// A queue as every engine has it: what stands on it, its width, and whether it is suspended.
///
/// What an engine adds is where ready jobs stand and how they come to a thread: the hooks marked `open`. All members
/// are called under the engine's lock, unless they say otherwise.
open class QueueCore: @unchecked Sendable {
  // Safe: what can change is touched under the engine's lock only.
  public final let engine: EngineCore
  public final let name: String
  public private(set) final var width: Int
  public private(set) final var isSuspended = false
  public private(set) final var counts = QueueCounts()

  private final var waiting = JobList()
  private final var running = JobList()
  private final var idleHandlers: [@Sendable (JobEnd) -> Void] = []

  /// Called without the lock.
  public init(_ name: String, width: Int, engine: EngineCore) {
    self.name = name
    self.width = max(1, width)
    self.engine = engine
  }

  // MARK: What an engine does its own way

  /// The job may run: put it last in its level.
  open func enqueue(_ job: JobCore) { preconditionFailure("an engine has a place for ready jobs") }
  /// The job may not run, as it has ended or has to wait again.
  open func dequeue(_ job: JobCore) { preconditionFailure("an engine has a place for ready jobs") }
  /// A ready job has a new priority: put it last in its new level.
  open func reprioritised(_ job: JobCore, from old: Priority) {}
  /// The jobs that are ready.
  open var readyJobs: [JobCore] { preconditionFailure("an engine has a place for ready jobs") }
  /// A running job of the queue has ended.
  /// - Parameter byReturning: this is the thread that ran it, about to come back from `perform`.
  open func slotFreed(by job: JobCore, byReturning: Bool) {}
  /// The width or the suspension has changed.
  open func settingsChanged() {}
  /// Nobody holds the queue any more, and its jobs were cancelled.
  open func close() {}
  /// Whether the calling code is in a body of this queue. Called without the lock.
  open var isCurrent: Bool { preconditionFailure("an engine knows where it runs") }

  // MARK: The way of a job through the queue

  final func add(_ job: JobCore) throws(EngineError) {
    guard job.engine === engine else { throw .otherEngine(job: job.name) }
    switch job.state {
    case .new: break
    case .ended where job.queue == nil: return
    default: throw .alreadyAdded(job: job.name)
    }
    job.queue = self
    if job.prerequisites.isEmpty {
      becomeReady(job)
    } else {
      wait(job)
    }
  }

  private final func wait(_ job: JobCore) {
    job.state = .waiting
    counts.waiting += 1
    waiting.append(job)
    engine.trace(.waiting, job: job, queue: self)
  }

  private final func becomeReady(_ job: JobCore) {
    job.state = .ready
    counts.ready += 1
    engine.trace(.ready, job: job, queue: self)
    enqueue(job)
  }

  final func waitIsOver(_ job: JobCore) {
    counts.waiting -= 1
    waiting.remove(job)
    becomeReady(job)
  }

  /// A ready job has to wait again.
  final func takeBack(_ job: JobCore) {
    counts.ready -= 1
    dequeue(job)
    wait(job)
  }

  /// Whether a ready job may be picked now.
  public final var hasFreeSlot: Bool { !isSuspended && counts.running < width }

  /// Picks a job that the engine has taken from its ready ones: from here on it runs.
  public final func pick(_ job: JobCore) {
    job.state = .running
    counts.ready -= 1
    counts.running += 1
    running.append(job)
    engine.trace(.running, job: job, queue: self)
  }

  /// A ready job came to a thread and cannot be picked now: it is ready anew, and so last in its level.
  public final func handBack(_ job: JobCore) {
    dequeue(job)
    engine.trace(.ready, job: job, queue: self)
    enqueue(job)
  }

  final func leave(_ job: JobCore, as end: JobEnd) {
    switch job.state {
    case .waiting:
      counts.waiting -= 1
      waiting.remove(job)
    case .ready:
      counts.ready -= 1
      dequeue(job)
    case .running:
      counts.running -= 1
      running.remove(job)
    case .new, .ended: return
    }
    switch end {
    case .finished: counts.finished += 1
    case .failed: counts.failed += 1
    case .cancelled: counts.cancelled += 1
    }
  }

  // MARK: The whole queue

  final func setWidth(_ new: Int) {
    width = max(1, new)
    settingsChanged()
  }

  final func setSuspended(_ new: Bool) {
    guard new != isSuspended else { return }
    isSuspended = new
    engine.trace(new ? .suspended : .resumed, queue: self)
    settingsChanged()
  }

  final var jobs: [JobCore] { running.jobs + readyJobs + waiting.jobs }

  final func abandon(_ aftermath: inout Aftermath) {
    EngineCore.cancel(jobs, &aftermath)
    close()
  }

  /// Calls `done` on the reporting queue when nothing waits or runs and all ends have been reported.
  final func whenIdle(_ done: @escaping @Sendable () -> Void) {
    idleHandlers.append { _ in done() }
    reportIfIdle()
  }

  final func reportIfIdle() {
    guard !idleHandlers.isEmpty, counts.isIdle else { return }
    engine.report(.finished, to: idleHandlers)
    idleHandlers = []
  }
}
