/// What all engines share: one lock, the reports, the watcher.
///
/// One lock for a whole engine makes the contract exact: a job is picked, cancelled, suspended or held back in one
/// place, and what was decided is decided for all of its queues at once. Only the engine's own bookkeeping happens
/// under it: bodies, handlers, and the letting go of either wait for the `Aftermath`.
open class EngineCore: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only.
  public let lock = Lock()
  /// The serial queue that ends are reported on.
  public let reportQueue: any ReportQueue
  private let watcher: Watcher?
  final var isWatched: Bool { watcher != nil }
  private var reports: [Report] = []
  private var isReporting = false
  private var lastID: JobID = 0

  public init(reportQueue: any ReportQueue, watcher: Watcher?) {
    self.reportQueue = reportQueue
    self.watcher = watcher
  }

  /// Blocks the calling thread until the `done` that `register` is given has been called.
  /// Each engine waits in its API's own way.
  open func block(until register: (_ done: @escaping @Sendable () -> Void) -> Void) {
    preconditionFailure("an engine says how it waits")
  }

  /// Changes something under the lock, then does what must not happen under it.
  public final func settle(_ change: (inout Aftermath) -> Void) {
    var aftermath = Aftermath()
    lock.withLock { change(&aftermath) }
    aftermath.run()
  }

  // MARK: Under the lock

  final func nextID() -> JobID {
    lastID += 1
    return lastID
  }

  @inline(__always)
  final func trace(_ kind: TraceEvent.Kind, job: JobCore? = nil, queue: QueueCore?) {
    guard let watcher else { return }
    watcher(
      TraceEvent(
        kind: kind, job: job?.id ?? 0, jobName: job?.name ?? "", queueName: queue?.name ?? "",
        thread: currentThreadNumber(), time: monotonicNanoseconds()))
  }

  /// Puts a report behind those of the jobs that ended before.
  final func report(_ end: JobEnd, to handlers: [@Sendable (JobEnd) -> Void]) {
    reports.append(Report(end: end, handlers: handlers))
    guard !isReporting else { return }
    isReporting = true
    reportQueue.async { self.runReports() }
  }

  // MARK: On the reporting queue

  private func runReports() {
    let due = lock.withLock {
      defer { reports = [] }
      return reports
    }
    for report in due {
      for handler in report.handlers { handler(report.end) }
    }
    lock.withLock {
      // Queued anew and not looped, so that other work on the queue, a user interface's, gets its turn.
      if reports.isEmpty { isReporting = false } else { reportQueue.async { self.runReports() } }
    }
  }
}

private struct Report {
  let end: JobEnd
  let handlers: [@Sendable (JobEnd) -> Void]
}

/// What a change leaves to be done when the lock is free again: the callers' code to call, and to let go of, as a
/// closure that is freed may free objects whose `deinit` comes back to the engine.
public struct Aftermath {
  private var handlers: [@Sendable () -> Void] = []
  private var bodies: [Body] = []

  mutating func call(_ handler: @escaping @Sendable () -> Void) { handlers.append(handler) }
  mutating func letGo(of body: Body?) { if let body { bodies.append(body) } }
  mutating func letGo(of handler: (@Sendable () -> Void)?) {
    if let handler { bodies.append(.returning { _ in handler() }) }
  }

  func run() { for handler in handlers { handler() } }
}
