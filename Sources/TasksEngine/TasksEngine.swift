@_spi(Engines) import Engine

/// The contract on Swift concurrency. A job is a `Task`, and the body reads the task's flag.
///
/// Swift concurrency has no concurrency limit, no suspension, and no order by priority among jobs that wait for a slot. The gcd
/// engine needs these, too, so they are in `Engine` (`SlotQueue`). Bodies may block the threads of a `BodyExecutor`. The engine's
/// core counts prerequisites, because an `await` can't be taken back.
package final class TasksEngine: EngineCore, JobEngine, @unchecked Sendable {
  // Safe: it adds no state.

  package init(reporting: Reporting, watcher: Watcher?) {
    super.init(reportQueue: TasksReportQueue(reporting), watcher: watcher)
  }

  package override func makeQueueCore(_ name: String, width: Int) -> QueueCore {
    TasksJobQueue(name, width: width, engine: self)
  }

  package override func makeJobCore(_ name: String, priority: Priority, body: JobBody) -> JobCore {
    TasksJob(name, priority: priority, body: body, engine: self)
  }
}
