import Dispatch
@_spi(Engines) import Engine

/// Grand Central Dispatch. A job is a `DispatchWorkItem`, its prerequisites are a `DispatchGroup`, and a concurrent
/// `DispatchQueue` provides the threads.
///
/// Dispatch has no concurrency limit and no priorities within a queue. Suspending a queue doesn't hold back work that
/// it has already passed to threads. The tasks engine has the same gaps, so `Engine` fills them for both
/// (`SlotQueue`).
package struct GCD: ConcurrencyAPI {
  package let reportQueue: any ReportQueue
  package let counted = APICalls.Names(
    "Dispatch", unit: "work item", dependencies: "group entries",
    [.submission, .dependency, .notice, .cancellation], own: SlotQueue.counted)

  package init(reporting: Reporting) { reportQueue = GCDReportQueue(reporting) }

  package func makeQueue(_ name: String, width: Int, engine: EngineCore) -> QueueCore {
    GCDJobQueue(name, width: width, engine: engine)
  }

  package func makeJob(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) -> JobCore {
    GCDJob(name, priority: priority, body: body, engine: engine)
  }

  /// Blocks on a semaphore. `DispatchWorkItem.wait` can't be used, because it traps for a second waiter. A group
  /// can't be used either, because Dispatch retains a group that has been entered and not left. After a wait that
  /// timed out, that would be forever.
  package func block(
    upTo limit: Duration?, until register: (_ done: @escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    register { semaphore.signal() }
    let deadline = limit.map { DispatchTime.now() + .nanoseconds(Int($0.nanoseconds)) } ?? .distantFuture
    return semaphore.wait(timeout: deadline) == .success
  }
}
