import Base
import Synchronization

/// What all engines share: one lock, the reports, the watcher.
///
/// One lock for a whole engine makes the contract exact: a job is picked, cancelled, suspended or held back in one
/// place, and what was decided is decided for all of its queues at once. Only the engine's own bookkeeping happens
/// under it: bodies, handlers, and the freeing of either are `DeferredWork`, and what wakes other threads, or is made for them, comes
/// `afterwards`.
///
/// The class is open, and so are the members that engines override, as Swift has no subclassing within a package only;
/// `@_spi` keeps them from clients. All else of it is the package's.
@_spi(Engines)
open class EngineCore: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only.
  //
  // What each job touches is `@exclusivity(unchecked)`, here and in the other cores: the lock keeps threads apart, no
  // closure of a caller runs during an access, and the runtime's check of each access shows in the cost of a job.
  private let lock = Lock()
  /// Wake-ups deferred until the lock is released: threads woken earlier would wait for it first.
  @exclusivity(unchecked) private var wakes = Few<() -> Void>()
  /// The serial queue that starts and ends are reported on.
  package let reportQueue: any ReportQueue
  private let watcher: Watcher?
  final var isWatched: Bool { watcher != nil }
  @exclusivity(unchecked) private var reports: [Report] = []
  @exclusivity(unchecked) private var isReporting = false
  private let lastID = Atomic<JobID>(0)
  private var lastMark: UInt64 = 0

  package init(reportQueue: any ReportQueue, watcher: Watcher?) {
    self.reportQueue = reportQueue
    self.watcher = watcher
  }

  // MARK: What an engine does its own way

  open func makeQueueCore(_ name: String, width: Int) -> QueueCore {
    preconditionFailure("an engine has queues of its own")
  }

  open func makeJobCore(_ name: String, priority: Priority, body: JobBody) -> JobCore {
    preconditionFailure("an engine has jobs of its own")
  }

  /// Blocks the calling thread until the `done` that `register` is given was called.
  /// - Returns: whether it was called before `limit` had passed.
  open func block(
    upTo limit: Duration?, until register: (_ done: @escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let latch = Latch()
    register { latch.open() }
    return latch.wait(upTo: limit)
  }

  // MARK: The lock

  /// Runs `body` under the lock, and then the wake-ups that it has deferred by `afterwards`.
  package final func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    lock.lock()
    defer { unlock() }
    return try body()
  }

  private final func unlock() {
    if wakes.isEmpty { return lock.unlock() }
    let due = wakes.takeAll()
    lock.unlock()
    due.visit { wake in wake() }
  }

  /// Defers a wake-up of another thread until the lock is free; it may take the lock again. Called under the lock.
  package final func afterwards(_ wake: @escaping () -> Void) { wakes.append(wake) }

  /// Makes a change under the lock, and then performs the work that it has deferred.
  package final func update(_ change: (inout DeferredWork) -> Void) {
    var deferred = DeferredWork()
    locked { change(&deferred) }
    deferred.perform()
  }

  final func nextID() -> JobID { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

  /// A mark that no job has: for the jobs that a search visits.
  final func nextMark() -> UInt64 {
    lastMark += 1
    return lastMark
  }

  @inline(__always)
  final func trace(_ kind: TraceEvent.Kind, job: JobCore? = nil, queue: QueueCore?) {
    guard let watcher else { return }
    watcher(
      TraceEvent(
        kind: kind, job: job?.id ?? 0, jobName: job?.name ?? "", priority: job?.priority ?? .normal,
        queueName: queue?.name ?? "",
        thread: currentThreadNumber(), time: monotonicNanoseconds()))
  }

  // MARK: Reports

  /// Puts a report behind those of what happened before. Called under the lock.
  final func report(_ report: Report) {
    reports.append(report)
    guard !isReporting else { return }
    isReporting = true
    afterwards { self.reportQueue.async { self.runReports() } }
  }

  private func runReports() {
    let due = locked {
      defer { reports = [] }
      return reports
    }
    for report in due { report.callHandlers() }
    // What they hold is freed when the lock is free.
    defer { withExtendedLifetime(due) {} }
    locked {
      for report in due { report.queue?.didReport() }
      // Queued again and not looped, so that other work on the queue, a user interface's, gets its turn in between.
      if reports.isEmpty {
        isReporting = false
      } else {
        afterwards { self.reportQueue.async { self.runReports() } }
      }
    }
  }
}

/// One entry of the reports, which are made in order on the reporting queue.
struct Report {
  enum Event {
    /// A job has started, or a queue is idle.
    case event([@Sendable () -> Void])
    case ended(JobEnd, [@Sendable (JobEnd) -> Void])
  }

  private let event: Event
  /// The queue that is not idle before.
  let queue: QueueCore?

  init(_ event: Event, of queue: QueueCore? = nil) { (self.event, self.queue) = (event, queue) }

  func callHandlers() {
    switch event {
    case .event(let handlers): for handler in handlers { handler() }
    case .ended(let end, let handlers): for handler in handlers { handler(end) }
    }
  }
}

/// Work that a change defers until the lock is free: closures of callers to be called, and to be freed, as that may free
/// objects whose `deinit` calls the engine.
package struct DeferredWork {
  private var cancelled: [JobCore] = []
  private var bodies = Few<JobBody>()
  private var handlers = Few<JobHandlers>()

  mutating func callCancelHandlers(of job: JobCore) { cancelled.append(job) }
  mutating func free(_ body: JobBody?) { if let body { bodies.append(body) } }
  mutating func free(_ handlers: JobHandlers) { self.handlers.append(handlers) }

  func perform() { for job in cancelled { job.callCancelHandlers() } }
}

/// An array that allocates nothing for its first element: most changes leave one thing to do, or none.
struct Few<Element> {
  private var first: Element?
  private var others: [Element] = []

  var isEmpty: Bool { first == nil }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  mutating func takeAll() -> Few {
    defer { self = Few() }
    return self
  }

  func visit(_ body: (Element) -> Void) {
    if let first { body(first) }
    for element in others { body(element) }
  }
}
