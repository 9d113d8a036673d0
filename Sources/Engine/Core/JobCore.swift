/// A job as every engine has it: where it stands, and how it gets from one place to the next.
///
/// What an engine adds is how the job comes to a thread (which then calls `perform`), and the hooks marked `open`.
/// Unless it says otherwise, a member that changes something is called under the engine's lock.
open class JobCore: @unchecked Sendable {
  // Safe: what can change is touched under the engine's lock only; `body` is also read by the thread that runs the
  // picked job, before anybody can end it.
  public final let engine: EngineCore
  public final let id: JobID
  public final let name: String
  public private(set) final var priority: Priority
  public internal(set) final var state = JobState.new
  public internal(set) final var queue: QueueCore?

  final var body: Body?
  final var isCancelRequested = false
  final var cancelHandler: (@Sendable () -> Void)?
  private final var endHandlers: [@Sendable (JobEnd) -> Void] = []
  final var prerequisites = EdgeList()
  final var dependents = EdgeList()
  final var next: JobCore?
  final unowned(unsafe) var previous: JobCore?

  /// Called without the lock.
  public init(_ name: String, priority: Priority, body: Body, engine: EngineCore) {
    self.engine = engine
    self.name = name
    self.priority = priority
    self.body = body
    id = engine.lock.withLock { engine.nextID() }
  }

  // MARK: What an engine does its own way

  /// Whether the flag is set that a running body reads. Called without the lock, from any thread.
  open var isCancelled: Bool { preconditionFailure("an engine has a flag") }
  /// Sets that flag.
  open func setCancelled() {}
  /// A new edge to something that this job, not yet picked, has to wait for.
  open func makeEdge(to prerequisite: JobCore) -> Edge { Edge(prerequisite: prerequisite, dependent: self) }
  /// The running job has ended. Called without the lock, after its slot was freed.
  open func didEnd() {}

  // MARK: Prerequisites

  /// What still holds this job back.
  public final var edges: [Edge] { prerequisites.edges.map { $0 } }

  final func depend(on other: JobCore) throws(EngineError) {
    guard other.engine === engine else { throw .otherEngine(job: other.name) }
    try checkNotStarted()
    if case .ended = other.state { return }
    if let names = cycle(dependingOn: other) { throw .cycle(jobs: names) }
    if edge(to: other) != nil { return }

    if case .ready = state { queue?.takeBack(self) }
    let edge = makeEdge(to: other)
    prerequisites.append(edge)
    other.dependents.append(edge)
    engine.trace(.prerequisite(other.id), job: self, queue: queue)
  }

  final func undepend(on other: JobCore) throws(EngineError) {
    guard other.engine === engine else { throw .otherEngine(job: other.name) }
    try checkNotStarted()
    if let edge = edge(to: other) { open(edge) }
  }

  private final func checkNotStarted() throws(EngineError) {
    switch state {
    case .new, .waiting, .ready: break
    case .running, .ended: throw .alreadyStarted(job: name)
    }
  }

  private final func open(_ edge: Edge) {
    guard let dependent = edge.dependent else { return }
    edge.cut()
    edge.open()
    if case .waiting = dependent.state, dependent.prerequisites.isEmpty {
      dependent.queue?.waitIsOver(dependent)
    }
  }

  // MARK: Priority

  final func reprioritise(_ new: Priority) {
    let old = priority
    guard new != old else { return }
    switch state {
    case .new, .waiting: priority = new
    case .ready:
      priority = new
      queue?.reprioritised(self, from: old)
    case .running, .ended: break
    }
  }

  // MARK: Ends

  /// Ends a job that has not started, or tells the running one. Those that depend on it wait on until `release`.
  /// - Returns: whether it ended.
  final func markCancelled(_ aftermath: inout Aftermath) -> Bool {
    switch state {
    case .ended: return false
    case .running:
      guard !isCancelRequested else { return false }
      isCancelRequested = true
      setCancelled()
      if let handler = cancelHandler { aftermath.call(handler) }
      cancelHandler = nil
      engine.trace(.cancelRequested, job: self, queue: queue)
      return false
    case .new, .waiting, .ready:
      queue?.leave(self, as: .cancelled)
      markEnded(.cancelled, &aftermath)
      return true
    }
  }

  final func markEnded(_ end: JobEnd, _ aftermath: inout Aftermath) {
    state = .ended(end)
    engine.trace(.ended(end), job: self, queue: queue)
    aftermath.letGo(of: body)
    aftermath.letGo(of: cancelHandler)
    (body, cancelHandler) = (nil, nil)
    for edge in prerequisites.takeAll() { edge.cut() }
    if !endHandlers.isEmpty { engine.report(end, to: endHandlers) }
    endHandlers = []
    queue?.reportIfIdle()
  }

  /// Lets those go on that waited for this job, in the order in which they came to depend on it.
  final func release() { for edge in dependents.takeAll() { open(edge) } }

  final func abandon(_ aftermath: inout Aftermath) {
    if case .new = state { EngineCore.cancel([self], &aftermath) }
  }

  final func whenEnded(_ handler: @escaping @Sendable (JobEnd) -> Void) {
    if case .ended(let end) = state { engine.report(end, to: [handler]) } else { endHandlers.append(handler) }
  }
}

extension EngineCore {
  /// Cancels several as one: all are marked before any dependent is released, so that none of them is released
  /// only to be cancelled next.
  static func cancel(_ jobs: [JobCore], _ aftermath: inout Aftermath) {
    let ended = jobs.filter { $0.markCancelled(&aftermath) }
    for job in ended { job.release() }
  }
}
