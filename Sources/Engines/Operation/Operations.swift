@_spi(Engines) import Engine
import Foundation

/// `Operation` and `OperationQueue`, with their dependencies, priorities, concurrency limit and suspension.
///
/// They can't take an operation back from a queue and, on Linux, can't remove an unfinished dependency. The engine
/// replaces the operation in both cases (`OperationJob.renewOperation`).
package struct Operations: ConcurrencyAPI {
  package let reportQueue: any ReportQueue
  package let counted = APICalls.Names(
    "Operation", unit: "operation", dependencies: "dependencies",
    [.submission, .dependency, .limit, .limitChange, .suspension, .cancellation],
    own: [.gate, .renewal, .emptying, .handback])

  package init(reporting: Reporting) { reportQueue = OperationReportQueue(reporting) }

  package func makeQueue(_ name: String, width: Int, engine: EngineCore) -> QueueCore {
    OperationJobQueue(name, width: width, engine: engine)
  }

  package func makeJob(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) -> JobCore {
    OperationJob(name, priority: priority, body: body, engine: engine)
  }

  /// Blocks on a separate operation. Waiting for the job's own operation with `waitUntilFinished` would return before
  /// the end is reported. That method has no time limit either, so a wait with a limit uses a latch.
  package func block(
    upTo limit: Duration?, until register: (_ done: @escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    if limit != nil { return Latch.block(upTo: limit, until: register) }
    let operation = Operation()
    register { operation.start() }
    operation.waitUntilFinished()
    return true
  }
}
