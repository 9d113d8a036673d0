import Synchronization

/// The part of a job that all engines share: its state and the transitions between states.
///
/// An engine's subclass determines how the job gets a thread, which then calls `perform()`, and overrides the members
/// marked `open`. Members that change something are called under the engine's lock unless they say otherwise.
///
/// The classes that engines subclass are `open`, because Swift has no access level that allows subclassing only
/// within a package. `@_spi` hides them from clients.
@_spi(Engines)
open class JobCore: @unchecked Sendable {
  // Safe: mutable state is accessed under the engine's lock only. The exception is `body`: the thread that runs the
  // picked job takes it before anyone can end the job. Small members are declared next to each other to save memory,
  // because a million jobs may be waiting.
  package final let engine: EngineCore
  public final let id: JobID
  public final let name: String
  package final let isAsynchronous: Bool
  /// Like `queue`, this is a computed property, because every access to a stored property from another module is
  /// checked for exclusivity.
  package final var priority: Priority { currentPriority }
  @exclusivity(unchecked) private final var currentPriority: Priority
  /// Whether the job was ever added to a queue. It can be read without the lock once no one is left who could add the
  /// job.
  final let wasAdded = Atomic(false)
  @exclusivity(unchecked) private final var hasStarted = false
  /// Whether the job's dependents no longer wait for it.
  @exclusivity(unchecked) final var isReleased = false
  @exclusivity(unchecked) package internal(set) final var state = JobState.new
  package final var queue: QueueCore? { currentQueue }
  @exclusivity(unchecked) final var currentQueue: QueueCore?
  /// The job's index in `QueueCore.jobs`.
  @exclusivity(unchecked) final var index = 0
  /// The job's neighbours in its `ReadyList`.
  @exclusivity(unchecked) final var neighbours = ReadyList.Neighbours()

  @exclusivity(unchecked) final var body: JobBody?
  /// Whether the running job has been asked to stop.
  @exclusivity(unchecked) package internal(set) final var isCancelRequested = false
  @exclusivity(unchecked) package internal(set) final var handlers: JobHandlers?

  @exclusivity(unchecked) final var prerequisites = JobLinks()
  @exclusivity(unchecked) final var dependents = JobLinks()
  /// The mark of the last search that visited the job.
  final var mark: UInt64 = 0

  /// Call this without holding the lock.
  package init(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) {
    self.engine = engine
    self.name = name
    currentPriority = priority
    self.body = body
    isAsynchronous = body.isAsynchronous
    id = engine.nextID()
  }

  package final var hasEnded: Bool { state.hasEnded }
  package final var isReady: Bool { if case .ready = state { true } else { false } }
  package final var isWaiting: Bool { if case .waiting = state { true } else { false } }
  package final var isRunning: Bool { if case .running = state { true } else { false } }

  final var wasCancelled: Bool { isCancelRequested || state == .ended(.cancelled) }

  // MARK: For engines to override

  /// The flag that a running body reads. It can be read from any thread, without holding the lock.
  open var isCancelled: Bool { engine.locked { isCancelRequested } }
  /// Sets the cancelled flag of an API that has its own. The job is running, or has ended without running.
  open func setCancelled() {}
  /// Makes the job, which hasn't been picked, wait for one more prerequisite.
  open func hold(for prerequisite: JobCore) { engine.count(.dependency) }
  /// The counterpart of `hold(for:)`. It is called exactly once for each call of that method.
  open func stopHolding(for prerequisite: JobCore) { becomeReadyIfFree() }
  /// Called without the lock after the running job has ended and its slot has been freed.
  open func didEnd() {}

  // MARK: Priority

  final func reprioritize(_ new: Priority) {
    let old = priority
    guard new != old, !isRunning, !hasEnded else { return }
    currentPriority = new
    queue?.didReprioritize(self, from: old)
  }

  // MARK: Start and end

  @inline(__always)
  final func enter(_ new: JobState) {
    state = new
    engine.trace(.entered(new), job: self, queue: queue)
  }

  final func markStarted() {
    enter(.running)
    hasStarted = true
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

  /// - Returns: The handler's number, which is used to remove it.
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

  /// Delivers a report after its event. The job's queue doesn't count as idle before that.
  private final func reportLate(_ event: Report.Event) {
    queue?.addPendingReport()
    engine.report(Report(event, of: queue))
  }

  /// Blocks the calling thread until the end has been reported. Call this without holding the lock.
  /// - Returns: Whether it was reported within `limit`.
  final func waitUntilEnded(upTo limit: Duration?) -> Bool {
    var number: UInt64 = 0
    let hasEnded = engine.api.block(upTo: limit) { done in
      number = engine.locked { whenEnded { _ in done() } }
    }
    if !hasEnded { engine.locked { handlers?.ended.removeAll { $0.number == number } } }
    return hasEnded
  }

  /// Records the end. Dependents keep waiting until `release()`.
  final func markEnded(_ end: JobEnd, _ deferred: inout DeferredWork) {
    enter(.ended(end))
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

  /// Releases the jobs that depend on this one. They become ready one by one, in the order in which the dependencies
  /// were added, unless the API has its own order.
  final func release() {
    isReleased = true
    for dependent in dependents.takeAll() where !dependent.hasEnded {
      dependent.prerequisites.oneIsGone { $0.isReleased }
      dependent.stopHolding(for: self)
    }
  }

  /// Cancels a job that was never added and that no one can add any longer. Call this without holding the lock.
  final func abandon() {
    if wasAdded.load(ordering: .relaxed) { return }
    engine.update { deferred in if case .new = state { EngineCore.cancel([self], &deferred) } }
  }
}
