import Synchronization

/// A job as every engine has it: where it stands, and how it gets from one place to the next.
///
/// What an engine adds is how the job comes to a thread (which then calls `perform`), and the hooks marked `open`.
/// Unless it says otherwise, a member that changes something is called under the engine's lock.
@_spi(Engines)
open class JobCore: @unchecked Sendable {
  // Safe: what can change is touched under the engine's lock only; but `body` is taken by the thread that runs the picked
  // job, before anybody can end it. Small members stand together, as a million jobs may wait.
  package final let engine: EngineCore
  public final let id: JobID
  public final let name: String
  package final let isAsynchronous: Bool
  /// Computed, as `queue` is: each access of another module to a stored one would be checked for exclusivity.
  package final var priority: Priority { currentPriority }
  @exclusivity(unchecked) private final var currentPriority: Priority
  /// Whether it ever was on a queue. Readable without the lock once nobody is left who could add it.
  final let wasAdded = Atomic(false)
  @exclusivity(unchecked) private final var hasStarted = false
  /// Its dependents no longer wait for it.
  @exclusivity(unchecked) final var isReleased = false
  @exclusivity(unchecked) package internal(set) final var state = JobState.new
  package final var queue: QueueCore? { currentQueue }
  @exclusivity(unchecked) final var currentQueue: QueueCore?
  /// Where it stands among its queue's jobs.
  @exclusivity(unchecked) final var index = 0

  @exclusivity(unchecked) final var body: JobBody?
  /// Whether the running job was asked to stop.
  @exclusivity(unchecked) package internal(set) final var isCancelRequested = false
  @exclusivity(unchecked) package internal(set) final var handlers: JobHandlers?

  @exclusivity(unchecked) final var prerequisites = JobLinks()
  @exclusivity(unchecked) final var dependents = JobLinks()
  /// The last search that has visited it.
  final var mark: UInt64 = 0

  /// Called without the lock.
  package init(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) {
    self.engine = engine
    self.name = name
    currentPriority = priority
    self.body = body
    isAsynchronous = body.isAsynchronous
    id = engine.nextID()
  }

  package final var hasEnded: Bool { if case .ended = state { true } else { false } }
  package final var isReady: Bool { if case .ready = state { true } else { false } }
  package final var isWaiting: Bool { if case .waiting = state { true } else { false } }
  package final var isRunning: Bool { if case .running = state { true } else { false } }

  final var wasCancelled: Bool { isCancelRequested || state == .ended(.cancelled) }

  // MARK: What an engine does its own way

  /// Whether the flag is set that a running body reads. Called without the lock, from any thread.
  open var isCancelled: Bool { engine.locked { isCancelRequested } }
  /// Sets that flag where an engine has one of its own: the job runs, or has ended without.
  open func setCancelled() {}
  /// The job, not yet picked, has to wait for this one, too.
  open func hold(for prerequisite: JobCore) {}
  /// It need not wait for that one any more, or has itself ended: once for each `hold`.
  open func stopHolding(for prerequisite: JobCore) { becomeReadyIfFree() }
  /// The job has ended: its dependents go on.
  open func releaseDependents() {}
  /// The running job has ended. Called without the lock, after its slot was freed.
  open func didEnd() {}

  // MARK: Priority

  final func reprioritize(_ new: Priority) {
    let old = priority
    guard new != old else { return }
    switch state {
    case .new, .waiting, .ready:
      currentPriority = new
      queue?.didReprioritize(self, from: old)
    case .running, .ended: break
    }
  }

  // MARK: Start and end

  final func markStarted() {
    state = .running
    hasStarted = true
    engine.trace(.running, job: self, queue: queue)
    if let handlers, !handlers.started.isEmpty {
      engine.report(Report(.event(handlers.started)))
      handlers.started = []
    }
  }

  final func makeHandlers() -> JobHandlers {
    let handlers = self.handlers ?? JobHandlers()
    self.handlers = handlers
    return handlers
  }

  final func whenStarted(_ handler: @escaping @Sendable () -> Void) {
    if hasStarted {
      reportLate(.event([handler]))
    } else if !hasEnded {
      makeHandlers().started.append(handler)
    }
  }

  /// - Returns: a number that the handler goes by.
  @discardableResult
  final func whenEnded(_ handler: @escaping @Sendable (JobEnd) -> Void) -> UInt64 {
    let number = engine.nextMark()
    if case .ended(let end) = state {
      reportLate(.ended(end, [handler]))
    } else {
      makeHandlers().ended.append((number, handler))
    }
    return number
  }

  /// Its queue is not idle before.
  private final func reportLate(_ event: Report.Event) {
    queue?.oweReport()
    engine.report(Report(event, of: queue))
  }

  /// Blocks the calling thread until the end was reported. Called without the lock.
  /// - Returns: whether it was before `limit` had passed.
  final func waitUntilEnded(upTo limit: Duration?) -> Bool {
    var number: UInt64 = 0
    let hasEnded = engine.block(upTo: limit) { done in
      number = engine.locked { whenEnded { _ in done() } }
    }
    if !hasEnded { engine.locked { handlers?.ended.removeAll { $0.number == number } } }
    return hasEnded
  }

  /// Records the end. Dependents keep waiting until `release`.
  final func markEnded(_ end: JobEnd, _ deferred: inout DeferredWork) {
    state = .ended(end)
    engine.trace(.ended(end), job: self, queue: queue)
    deferred.free(body)
    body = nil
    for prerequisite in prerequisites.takeAll() where !prerequisite.isReleased {
      prerequisite.dependents.oneIsGone { $0.hasEnded }
      stopHolding(for: prerequisite)
    }
    if let handlers {
      engine.report(Report(.ended(end, handlers.ended.map(\.handler)), of: queue))
      deferred.free(handlers)
      self.handlers = nil
    } else {
      queue?.didReport()
    }
  }

  /// Frees the jobs that waited for this one. They become ready one by one, in the order in which they came to depend on it
  /// unless the API has another.
  final func release() {
    isReleased = true
    releaseDependents()
    for dependent in dependents.takeAll() where !dependent.hasEnded {
      dependent.prerequisites.oneIsGone { $0.isReleased }
      dependent.stopHolding(for: self)
    }
  }

  /// Nobody holds the job any more, and so nobody can add it. Called without the lock.
  final func abandon() {
    if wasAdded.load(ordering: .relaxed) { return }
    engine.update { deferred in if case .new = state { EngineCore.cancel([self], &deferred) } }
  }
}
