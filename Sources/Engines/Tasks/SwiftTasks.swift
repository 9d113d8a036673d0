@_spi(Engines) import Engine

/// Swift concurrency. A job is a `Task`, and the body reads the task's cancelled flag.
///
/// Swift concurrency has no concurrency limit and no suspension, and doesn't order jobs that are waiting for a slot
/// by priority. The gcd engine has the same gaps, so `Engine` fills them for both (`SlotQueue`). Bodies may block the
/// threads of a `BodyExecutor`. The core counts prerequisites, because an `await` can't be taken back.
package struct SwiftTasks: ConcurrencyAPI {
  package let reportQueue: any ReportQueue
  package let counted = APICalls.Names(
    "Swift", unit: "task", dependencies: "prerequisites counted", [.submission, .cancellation],
    own: [.dependency] + SlotQueue.counted)

  package init(reporting: Reporting) { reportQueue = TasksReportQueue(reporting) }

  package func makeQueue(_ name: String, width: Int, engine: EngineCore) -> QueueCore {
    TasksJobQueue(name, width: width, engine: engine)
  }

  package func makeJob(_ name: String, priority: Priority, body: JobBody, engine: EngineCore) -> JobCore {
    TasksJob(name, priority: priority, body: body, engine: engine)
  }

  /// Blocks on a latch, because a thread can't wait for a task.
  package func block(
    upTo limit: Duration?, until register: (_ done: @escaping @Sendable () -> Void) -> Void
  ) -> Bool { Latch.block(upTo: limit, until: register) }
}
