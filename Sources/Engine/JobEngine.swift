/// A type that creates queues and jobs and keeps the <doc:Contract>.
///
/// All members may be called from any thread, from bodies, and from handlers.
///
/// To set a handler before a job can start, call `makeJob`, then `whenEnded`, then `add`.
public protocol JobEngine: AnyObject, Sendable {
  /// The serial queue that starts and ends are reported on.
  var reportQueue: any ReportQueue { get }

  /// Creates a queue that cancels its jobs when it is released, unlike a `DispatchQueue` or an `OperationQueue`. Hold it as long as
  /// its jobs should run.
  /// - Parameter width: The maximum number of jobs that run at a time, at least 1.
  func makeQueue(_ name: String, width: Int) -> JobQueue

  /// Creates a job that ends when `body` returns. It is not on a queue yet.
  ///
  /// The body may block its thread. But threads are few, and the system adds more slowly. Work that waits for something belongs
  /// in an asynchronous job.
  ///
  /// A body that throws `CancellationError` ends its job as cancelled, any other error as failed. Releasing a job that was never
  /// added cancels it.
  func makeJob<Value: Sendable>(
    _ name: String, priority: Priority, _ body: @escaping @Sendable (any Running) throws -> Value
  ) -> Job<Value>

  /// Creates a job without a value, which needs less memory.
  func makeJob(
    _ name: String, priority: Priority, _ body: @escaping @Sendable (any Running) throws -> Void
  ) -> Job<Void>

  /// Creates a job that ends when its completion is called, on any thread and possibly after `start` has returned. Until then it
  /// holds its slot, but no thread.
  ///
  /// Only the first end counts. A `start` that throws ends its job, too. Releasing the completion without calling it is a
  /// programming error; see ``JobCompletion``.
  func makeAsynchronousJob<Value: Sendable>(
    _ name: String, priority: Priority,
    _ start: @escaping @Sendable (any Running, JobCompletion<Value>) throws -> Void
  ) -> Job<Value>

  /// Cancels these jobs atomically. Each was either picked before, and is then cancelled as a running job, or never runs. Jobs that
  /// have ended or belong to another engine are left alone.
  func cancel(_ jobs: some Sequence<AnyJob>)

  /// Cancels all jobs of these queues atomically.
  func cancelAll(_ queues: some Sequence<JobQueue>)
}

/// Jobs of normal priority.
extension JobEngine {
  public func makeJob<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any Running) throws -> Value
  ) -> Job<Value> { makeJob(name, priority: .normal, body) }

  public func makeJob(
    _ name: String, _ body: @escaping @Sendable (any Running) throws -> Void
  ) -> Job<Void> { makeJob(name, priority: .normal, body) }

  public func makeAsynchronousJob<Value: Sendable>(
    _ name: String, _ start: @escaping @Sendable (any Running, JobCompletion<Value>) throws -> Void
  ) -> Job<Value> { makeAsynchronousJob(name, priority: .normal, start) }
}
