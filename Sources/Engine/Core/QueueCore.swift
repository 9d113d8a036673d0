/// A queue as every engine has it: what stands on it, its width, and whether it is suspended.
///
/// What an engine adds is where ready jobs stand and how they come to a thread: the hooks marked `open`. All members
/// are called under the engine's lock, unless they say otherwise.
@_spi(Engines)
open class QueueCore: @unchecked Sendable {
  // Safe: what can change is touched under the engine's lock only.
  package final let engine: EngineCore
  package final let name: String
  @exclusivity(unchecked) package private(set) final var width: Int
  @exclusivity(unchecked) package private(set) final var isSuspended = false
  @exclusivity(unchecked) package private(set) final var counts = QueueCounts()

  /// In no order: one that leaves gives its place to the last.
  @exclusivity(unchecked) private final var jobs: [JobCore] = []
  /// Reports of this queue's jobs that are due: the end of each job, and what handlers were set later for.
  @exclusivity(unchecked) private final var reportsDue = 0
  package private(set) final var idleHandlers: [(number: UInt64, handler: @Sendable () -> Void)] = []

  /// Called without the lock.
  package init(_ name: String, width: Int, engine: EngineCore) {
    self.name = name
    self.width = max(1, width)
    self.engine = engine
  }

  // MARK: What an engine does its own way

  /// A report is due before the queue is idle: the end of a job that was added, or what a handler was set for after it.
  open func reportIsDue() {}
  /// Such a report was made, or there was nobody to make it to.
  open func reportIsMade() {}
  /// The job has to wait for prerequisites.
  open func didBeginWaiting(_ job: JobCore) {}
  /// The job may run: it is the last in its level, or where it stood while it waited, as the API has it.
  open func didBecomeReady(_ job: JobCore) { preconditionFailure("an engine has a place for ready jobs") }
  /// A ready job has been cancelled, or has to wait again. `slotWasFreed` follows.
  open func didLeaveReady(_ job: JobCore) { preconditionFailure("an engine has a place for ready jobs") }
  /// A job that is not picked yet has a new priority: it is the last in its new level.
  open func didReprioritize(_ job: JobCore, from old: Priority) {}
  /// A running job of the queue has ended, or one that had been given a slot has left it.
  open func slotWasFreed() {}
  /// The width or the suspension has changed.
  open func settingsDidChange() {}
  /// Nobody holds the queue any more, and its jobs were cancelled.
  open func close() {}

  // MARK: The way of a job through the queue

  /// Without the lock, for a job that was just made.
  final func addNew(_ job: JobCore) { engine.locked { insert(job) } }

  final func add(_ job: JobCore) throws(EngineError) {
    try checkCanAdd(job)
    if !job.hasEnded { insert(job) }
  }

  final func add(_ jobs: [JobCore]) throws(EngineError) {
    let added = engine.nextMark()
    for job in jobs {
      try checkCanAdd(job)
      if job.mark == added { throw .alreadyAdded(job: job.name) }
      job.mark = added
    }
    for job in jobs where !job.hasEnded { insert(job) }
  }

  private final func checkCanAdd(_ job: JobCore) throws(EngineError) {
    guard job.engine === engine else { throw .otherEngine(job: job.name) }
    switch job.state {
    case .new: break
    // It was cancelled before it was added.
    case .ended where job.queue == nil: break
    default: throw .alreadyAdded(job: job.name)
    }
  }

  private final func insert(_ job: JobCore) {
    job.currentQueue = self
    job.index = jobs.count
    jobs.append(job)
    job.wasAdded.store(true, ordering: .relaxed)
    oweReport()
    if job.prerequisites.isEmpty { becomeReady(job) } else { wait(job) }
  }

  private final func wait(_ job: JobCore) {
    job.state = .waiting
    counts.waiting += 1
    engine.trace(.waiting, job: job, queue: self)
    didBeginWaiting(job)
  }

  private final func becomeReady(_ job: JobCore) {
    job.state = .ready
    counts.ready += 1
    engine.trace(.ready, job: job, queue: self)
    didBecomeReady(job)
  }

  final func waitIsOver(_ job: JobCore) {
    counts.waiting -= 1
    becomeReady(job)
  }

  /// A ready job has to wait again.
  final func makeWait(_ job: JobCore) {
    counts.ready -= 1
    didLeaveReady(job)
    wait(job)
    slotWasFreed()
  }

  /// Whether a ready job may be picked now.
  package final var hasFreeSlot: Bool { !isSuspended && counts.running < width }

  /// Picks a job that the engine has taken from its ready ones: from here on it runs.
  package final func pick(_ job: JobCore) {
    counts.ready -= 1
    counts.running += 1
    job.markStarted()
  }

  /// A ready job, taken from the engine's ready ones, came to a thread and cannot be picked now.
  package final func wasReturned(_ job: JobCore) { engine.trace(.ready, job: job, queue: self) }

  final func leave(_ job: JobCore, as end: JobEnd) {
    switch job.state {
    case .waiting: counts.waiting -= 1
    case .ready:
      counts.ready -= 1
      didLeaveReady(job)
    case .running: counts.running -= 1
    case .new, .ended: return
    }
    switch end {
    case .finished: counts.finished += 1
    case .failed: counts.failed += 1
    case .cancelled: counts.cancelled += 1
    }
    let last = jobs.removeLast()
    guard last !== job else { return }
    jobs[job.index] = last
    last.index = job.index
  }

  // MARK: The whole queue

  /// The jobs that wait or run, in the order in which they were made.
  final var unended: [JobCore] { jobs.sorted { $0.id < $1.id } }

  final func setWidth(_ new: Int) {
    width = max(1, new)
    settingsDidChange()
  }

  final func setSuspended(_ new: Bool) {
    guard new != isSuspended else { return }
    isSuspended = new
    engine.trace(new ? .suspended : .resumed, queue: self)
    settingsDidChange()
  }

  final func abandon(_ deferred: inout DeferredWork) {
    EngineCore.cancel(unended, &deferred)
    close()
  }

  // MARK: Idle

  /// Calls `handler` when nothing waits or runs and all reports were made. Called without the lock.
  open func whenIdle(_ handler: @escaping @Sendable () -> Void) { _ = addIdleHandler(handler) }

  /// - Returns: a number that the handler goes by.
  private final func addIdleHandler(_ handler: @escaping @Sendable () -> Void) -> UInt64 {
    engine.locked {
      let number = engine.nextMark()
      idleHandlers.append((number, handler))
      reportIfIdle()
      return number
    }
  }

  /// Blocks the calling thread until the queue is idle. Called without the lock.
  /// - Returns: whether it was before `limit` had passed.
  open func waitUntilIdle(upTo limit: Duration?) -> Bool {
    var number: UInt64 = 0
    if engine.block(upTo: limit, until: { done in number = addIdleHandler(done) }) { return true }
    engine.locked { idleHandlers.removeAll { $0.number == number } }
    return false
  }

  private final func reportIfIdle() {
    guard reportsDue == 0, !idleHandlers.isEmpty else { return }
    engine.report(Report(.event(idleHandlers.map(\.handler))))
    idleHandlers = []
  }

  final func oweReport() {
    reportsDue += 1
    reportIsDue()
  }

  /// The handlers of a report have run, and what they have added is here.
  final func didReport() {
    reportsDue -= 1
    reportIsMade()
    reportIfIdle()
  }
}
