@_spi(Engines) import Engine

/// A queue whose jobs are tasks on an executor with threads of its own. A task is started when there is a slot for it
/// (`SlotQueue`), as Swift concurrency has no limit, and its order by priority is no promise.
final class TasksJobQueue: SlotQueue, @unchecked Sendable {
  // Safe: it adds constants only.
  let executor: BodyExecutor

  override init(_ name: String, width: Int, engine: EngineCore) {
    executor = BodyExecutor(name)
    super.init(name, width: width, engine: engine)
  }
}
