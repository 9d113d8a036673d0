import Dispatch
@_spi(Engines) import Engine

/// Grand Central Dispatch. A job is a `DispatchWorkItem`, its prerequisites are a `DispatchGroup`, and a concurrent `DispatchQueue`
/// provides the threads.
///
/// Dispatch has no concurrency limit, no priorities within a queue, and no suspension that holds back work that a queue has
/// already passed to threads. The tasks engine needs these, too, so they are in `Engine` (`SlotQueue`).
package struct GCD: ConcurrencyAPI {
  package let reportQueue: any ReportQueue

  package init(reporting: Reporting) { reportQueue = GCDReportQueue(reporting) }

  package func makeQueue(_ name: String, width: Int, engine: EngineCore) -> QueueCore {
    GCDJobQueue(name, width: width, engine: engine)
  }

  package func makeJob(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) -> JobCore {
    GCDJob(name, priority: priority, body: body, engine: engine)
  }

  /// Blocks on a semaphore. `DispatchWorkItem.wait` traps for a second waiter. Dispatch retains a group that was entered and not
  /// left, which would be forever after a wait that timed out.
  package func block(
    upTo limit: Duration?, until register: (_ done: @escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    register { semaphore.signal() }
    let deadline = limit.map { DispatchTime.now() + .nanoseconds(Int($0.nanoseconds)) } ?? .distantFuture
    return semaphore.wait(timeout: deadline) == .success
  }
}
