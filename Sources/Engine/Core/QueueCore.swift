/// The part of a queue that all engines share: its jobs, its width, and whether it is suspended.
///
/// An engine's subclass determines where ready jobs wait and how they get a thread, and overrides the members marked
/// `open`. All members are called under the engine's lock unless they say otherwise.
@_spi(Engines)
open class QueueCore: @unchecked Sendable {
  // Safe: mutable state is accessed under the engine's lock only.
  package final let engine: EngineCore
  package final let name: String
  @exclusivity(unchecked) package private(set) final var width: Int
  @exclusivity(unchecked) package private(set) final var isSuspended = false
  @exclusivity(unchecked) package private(set) final var counts = QueueCounts()

  /// The jobs that haven't ended, in no particular order. When a job is removed, the last job takes its place.
  @exclusivity(unchecked) private final var jobs: [JobCore] = []
  /// The number of reports that must be delivered before the queue counts as idle: one for the end of each job, and
  /// one for each handler that was set after its event.
  @exclusivity(unchecked) private final var reportsDue = 0
  package private(set) final var idleHandlers: [(number: UInt64, handler: @Sendable () -> Void)] = []

  /// Call this without holding the lock.
  package init(_ name: String, width: Int, engine: EngineCore) {
    self.name = name
    self.width = max(1, width)
    self.engine = engine
  }

  // MARK: For engines to override

  /// Called when a job has to wait for prerequisites.
  open func didBeginWaiting(_ job: JobCore) {}
  /// Called when a job is ready. The job comes last within its priority, or keeps the position that the API gave it
  /// while it was waiting.
  open func didBecomeReady(_ job: JobCore) { preconditionFailure("an engine must override this") }
  /// Called when a ready job has been cancelled or has to wait again. A call of `slotWasFreed()` follows.
  open func didLeaveReady(_ job: JobCore) { preconditionFailure("an engine must override this") }
  /// Called when the priority of a job that hasn't been picked has changed. The job comes last within its new
  /// priority.
  open func didReprioritize(_ job: JobCore, from old: Priority) {}
  /// Called when a running job has ended, or when a job has given back its slot.
  open func slotWasFreed() {}
  /// Called when the width has changed, or when the queue has been suspended or resumed.
  open func settingsDidChange() {}

  // MARK: A job's path through the queue

  /// Adds a job that has just been created. Call this without holding the lock.
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
    // The job was cancelled before it was added.
    case .ended where job.queue == nil: break
    default: throw .alreadyAdded(job: job.name)
    }
  }

  private final func insert(_ job: JobCore) {
    job.currentQueue = self
    job.index = jobs.count
    jobs.append(job)
    job.wasAdded.store(true, ordering: .relaxed)
    addPendingReport()
    if job.prerequisites.isEmpty { becomeReady(job) } else { wait(job) }
  }

  private final func wait(_ job: JobCore) {
    counts.waiting += 1
    job.enter(.waiting)
    didBeginWaiting(job)
  }

  private final func becomeReady(_ job: JobCore) {
    counts.ready += 1
    job.enter(.ready)
    didBecomeReady(job)
  }

  final func endWaiting(_ job: JobCore) {
    counts.waiting -= 1
    becomeReady(job)
  }

  /// Moves a ready job back to the waiting ones.
  final func returnToWaiting(_ job: JobCore) {
    counts.ready -= 1
    didLeaveReady(job)
    wait(job)
    slotWasFreed()
  }

  /// Whether a ready job may be picked now.
  package final var hasFreeSlot: Bool { !isSuspended && counts.running < width }

  /// Picks a job that the engine has taken from its ready jobs. From then on, the job is running.
  package final func pick(_ job: JobCore) {
    counts.ready -= 1
    counts.running += 1
    job.markStarted()
  }

  /// Records that a ready job got a thread but can't be picked now.
  package final func wasReturned(_ job: JobCore) {
    engine.count(.handback)
    engine.trace(.entered(.ready), job: job, queue: self)
  }

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

  /// The waiting, ready and running jobs, in the order in which they were created.
  final var unended: [JobCore] { jobs.sorted { $0.id < $1.id } }

  final func setWidth(_ new: Int) {
    if max(1, new) != width { engine.count(.limitChange) }
    width = max(1, new)
    settingsDidChange()
  }

  final func setSuspended(_ new: Bool) {
    guard new != isSuspended else { return }
    isSuspended = new
    if new { engine.count(.suspension) }
    engine.trace(new ? .suspended : .resumed, queue: self)
    settingsDidChange()
  }

  final func abandon(_ deferred: inout DeferredWork) {
    EngineCore.cancel(unended, &deferred)
    // If the queue stayed suspended, the API might retain the work that it still has.
    isSuspended = false
    settingsDidChange()
  }

  // MARK: Idle

  /// Calls `handler` when no job is left and all reports have been delivered. Call this without holding the lock.
  final func whenIdle(_ handler: @escaping @Sendable () -> Void) { _ = addIdleHandler(handler) }

  /// - Returns: The handler's number, which is used to remove it.
  private final func addIdleHandler(_ handler: @escaping @Sendable () -> Void) -> UInt64 {
    engine.locked {
      let number = engine.nextMark()
      idleHandlers.append((number, handler))
      reportIfIdle()
      return number
    }
  }

  /// Blocks the calling thread until the queue is idle. Call this without holding the lock.
  /// - Returns: Whether it was idle within `limit`.
  final func waitUntilIdle(upTo limit: Duration?) -> Bool {
    var number: UInt64 = 0
    if engine.api.block(upTo: limit, until: { done in number = addIdleHandler(done) }) { return true }
    engine.locked { idleHandlers.removeAll { $0.number == number } }
    return false
  }

  private final func reportIfIdle() {
    guard reportsDue == 0, !idleHandlers.isEmpty else { return }
    engine.report(Report(.event(idleHandlers.map(\.handler))))
    idleHandlers = []
  }

  /// Records that one more report must be delivered before the queue counts as idle.
  final func addPendingReport() { reportsDue += 1 }

  /// Records that a report has been delivered. Jobs that its handlers added are already on the queue.
  final func didReport() {
    reportsDue -= 1
    reportIfIdle()
  }
}
