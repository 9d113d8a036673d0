import Base
import Synchronization

/// The lock, the reports and the watcher of an engine.
///
/// A single lock for the whole engine makes the contract exact: jobs of all its queues are picked, cancelled,
/// suspended and held back in one order. Only bookkeeping happens under the lock. After it is released, bodies and
/// handlers are called and released (`DeferredWork`), and threads are woken and objects for them created
/// (`afterwards`).
package final class EngineCore: @unchecked Sendable {
  // Safe: mutable state is accessed under `lock` only.
  //
  // State that every job accesses is `@exclusivity(unchecked)`, here and in the other cores. The lock prevents
  // simultaneous accesses, and no closure of a caller runs during an access. The runtime's check of each access would
  // noticeably add to the cost of a job.
  private let lock = Lock()
  /// Wake-ups deferred until the lock is released. Threads woken before that would first have to wait for the lock.
  @exclusivity(unchecked) private var wakes = SmallArray<Wake>()
  /// A closure in a struct. Without the struct, a generic container would allocate a box for the closure.
  private struct Wake { let call: () -> Void }
  let api: any ConcurrencyAPI
  /// The serial queue on which the starts and ends of jobs are reported.
  package let reportQueue: any ReportQueue
  let reportsOnMain: Bool
  private let watcher: Watcher?
  var isWatched: Bool { watcher != nil }
  @exclusivity(unchecked) private var reports: [Report] = []
  @exclusivity(unchecked) private var isReporting = false
  private let lastID = Atomic<JobID>(0)
  private var lastMark: UInt64 = 0

  init(_ api: any ConcurrencyAPI, reporting: Reporting, watcher: Watcher?) {
    self.api = api
    reportQueue = api.reportQueue
    reportsOnMain = if case .main = reporting { true } else { false }
    self.watcher = watcher
  }

  // MARK: The lock

  /// Runs `body` under the lock. Afterwards, runs the wake-ups that it deferred with `afterwards`.
  package func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    lock.lock()
    defer { unlock() }
    return try body()
  }

  private func unlock() {
    if wakes.isEmpty { return lock.unlock() }
    let due = wakes.takeAll()
    lock.unlock()
    due.visit { wake in wake.call() }
  }

  /// Defers a wake-up of another thread until the lock has been released. The wake-up may take the lock again. Call
  /// this while holding the lock.
  package func afterwards(_ wake: @escaping () -> Void) { wakes.append(Wake(call: wake)) }

  /// Performs the deferred wake-ups immediately, so that nothing that follows overtakes them. Called under the lock.
  package func catchUp() {
    if wakes.isEmpty { return }
    wakes.takeAll().visit { wake in wake.call() }
  }

  /// Makes a change under the lock. Afterwards, performs the work that the change has deferred.
  package func update(_ change: (inout DeferredWork) -> Void) {
    var deferred = DeferredWork()
    locked { change(&deferred) }
    deferred.perform()
  }

  func nextID() -> JobID { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Returns a number that hasn't been returned before. It marks the jobs that a search visits, or identifies a
  /// handler or a submission.
  func nextMark() -> UInt64 {
    lastMark += 1
    return lastMark
  }

  @inline(__always)
  func trace(_ kind: TraceEvent.Kind, job: JobCore? = nil, queue: QueueCore?) {
    guard let watcher else { return }
    watcher(
      TraceEvent(
        kind: kind, job: job?.id ?? 0, jobName: job?.name ?? "", priority: job?.priority ?? .normal,
        queueName: queue?.name ?? "",
        thread: currentThreadNumber(), time: monotonicNanoseconds()))
  }

  // MARK: Counts

  @exclusivity(unchecked) private var counts = [Int](repeating: 0, count: Counted.allCases.count)
  @exclusivity(unchecked) private var limits: [APICalls.Count] = []

  /// Counts an event. Call this while holding the lock, where the event happens.
  package func count(_ counted: Counted) { counts[counted.rawValue] += 1 }

  /// Counts the limit of a new queue. Only the first ones are listed, so that a program may create any number of queues.
  func addLimit(of queue: QueueCore) {
    count(.limit)
    if limits.count < 16 { limits.append(APICalls.Count(name: queue.name, count: queue.width)) }
  }

  var calls: APICalls { APICalls(api.counted, counts, limits: limits) }

  // MARK: Reports

  /// Appends a report. Reports are delivered in the order of the events. Call this while holding the lock.
  func report(_ report: Report) {
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
    // The reports are released after the lock.
    defer { withExtendedLifetime(due) {} }
    locked {
      for report in due { report.queue?.didReport() }
      // The next reports are enqueued rather than delivered in a loop, so that other work on the queue, such as that
      // of a user interface, gets its turn.
      if reports.isEmpty {
        isReporting = false
      } else {
        afterwards { self.reportQueue.async { self.runReports() } }
      }
    }
  }
}

/// A report that is waiting for its turn on the reporting queue.
struct Report {
  enum Event {
    /// The start of a job, or the moment at which a queue became idle.
    case event([@Sendable () -> Void])
    case ended(JobEnd, [@Sendable (JobEnd) -> Void])
  }

  private let event: Event
  /// The queue that counts as idle only after this report.
  let queue: QueueCore?

  init(_ event: Event, of queue: QueueCore? = nil) { (self.event, self.queue) = (event, queue) }

  func callHandlers() {
    switch event {
    case .event(let handlers): for handler in handlers { handler() }
    case .ended(let end, let handlers): for handler in handlers { handler(end) }
    }
  }
}

/// Work that a change defers until the lock is released: calling the callers' closures, and releasing them. A release
/// may free objects whose `deinit` calls the engine.
package struct DeferredWork {
  private var cancelled: [JobCore] = []
  private var bodies = SmallArray<JobBody>()
  private var handlers = SmallArray<JobHandlers>()

  mutating func callCancelHandlers(of job: JobCore) { cancelled.append(job) }
  mutating func free(_ body: JobBody?) { if let body { bodies.append(body) } }
  mutating func free(_ handlers: JobHandlers) { self.handlers.append(handlers) }

  func perform() { for job in cancelled { job.callCancelHandlers() } }
}

/// An array that needs no allocation for its first element. Most changes defer at most one piece of work.
struct SmallArray<Element> {
  private var first: Element?
  private var others: [Element] = []

  var isEmpty: Bool { first == nil }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  mutating func takeAll() -> SmallArray {
    defer { self = SmallArray() }
    return self
  }

  func visit(_ body: (Element) -> Void) {
    if let first { body(first) }
    for element in others { body(element) }
  }
}
