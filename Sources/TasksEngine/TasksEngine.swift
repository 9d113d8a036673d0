@_spi(Engines) import Engine

/// The contract on Swift concurrency: a `Task` for a job, and its flag.
///
/// What Swift concurrency lacks is in `Engine`, as the gcd engine needs it, too (`SlotQueue`): a concurrency limit,
/// suspension, and an order by priority among what waits for a slot. Threads that bodies may block are `BodyExecutor`'s.
/// Prerequisites are counted by the engine's core: the `await` that a program would write in their place cannot be taken back.
package final class TasksEngine: EngineCore, JobEngine, @unchecked Sendable {
  // Safe: it adds no state of its own.

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
