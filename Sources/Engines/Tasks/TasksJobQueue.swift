@_spi(Engines) import Engine

/// A queue whose jobs are tasks on an executor with its own threads. Swift concurrency has no limit, and doesn't
/// promise to start tasks by priority. A task is therefore started only when there is a slot for it (`SlotQueue`).
final class TasksJobQueue: SlotQueue, @unchecked Sendable {
  // Safe: it only adds a constant.
  private let executor: BodyExecutor

  override init(_ name: String, width: Int, engine: EngineCore) {
    executor = BodyExecutor(name)
    super.init(name, width: width, engine: engine)
  }

  /// Returns the executor for the tasks of jobs with synchronous or asynchronous bodies.
  func threads(isAsynchronous: Bool) -> BodyExecutor { isAsynchronous ? .starts : executor }
}
