@_spi(Engines) import Engine

/// A queue whose jobs are tasks on an executor with its own threads. Swift concurrency has no limit, and doesn't promise
/// to start tasks by priority. So a task is started when there is a slot for it (`SlotQueue`).
final class TasksJobQueue: SlotQueue, @unchecked Sendable {
  // Safe: it only adds a constant.
  private let executor: BodyExecutor

  override init(_ name: String, width: Int, engine: EngineCore) {
    executor = BodyExecutor(name)
    super.init(name, width: width, engine: engine)
  }

  /// The executor for the task of a job with such a body.
  func threads(isAsynchronous: Bool) -> BodyExecutor { isAsynchronous ? .starts : executor }
}
