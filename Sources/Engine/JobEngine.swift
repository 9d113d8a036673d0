/// Makes queues and jobs. What every engine guarantees is <doc:Contract>.
///
/// All members may be called from any thread, from bodies, and from handlers.
///
/// A handler that must not come late is set before its job is added: `makeJob`, then `whenEnded`, then `add`.
public protocol JobEngine: AnyObject, Sendable {
  /// The serial queue that starts and ends are reported on.
  var reportQueue: any ReportQueue { get }

  /// A queue on which at most `width` jobs run at a time (at least 1). Letting go of it cancels its jobs.
  func makeQueue(_ name: String, width: Int) -> JobQueue

  /// A job that is on no queue yet, and ends when `body` returns. The body may block its thread. But threads are few, and
  /// the system adds more slowly: work that waits for something belongs in an asynchronous job.
  ///
  /// A body that throws `CancellationError` ends its job as cancelled, any other error as failed. Letting go of a job
  /// that was never added cancels it.
  func makeJob<Value: Sendable>(
    _ name: String, priority: Priority, _ body: @escaping @Sendable (any Running) throws -> Value
  ) -> Job<Value>

  /// The same without a value, which saves the place for one.
  func makeJob(
    _ name: String, priority: Priority, _ body: @escaping @Sendable (any Running) throws -> Void
  ) -> Job<Void>

  /// A job that ends when its completion says so, which may be later than `start` returns and on any thread. Until
  /// then it holds its slot, and no thread.
  ///
  /// The first word counts; a `start` that throws ends its job, too. To let go of the completion without a word is a
  /// programming error: see ``JobCompletion``.
  func makeAsynchronousJob<Value: Sendable>(
    _ name: String, priority: Priority,
    _ start: @escaping @Sendable (any Running, JobCompletion<Value>) throws -> Void
  ) -> Job<Value>

  /// Cancels these jobs as one: each was either picked before, and is then cancelled as running, or never runs. Jobs of
  /// another engine, and those that have ended, are left alone.
  func cancel(_ jobs: some Sequence<AnyJob>)

  /// Cancels all jobs of these queues as one.
  func cancelAll(_ queues: some Sequence<JobQueue>)
}

/// The same at normal priority.
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
