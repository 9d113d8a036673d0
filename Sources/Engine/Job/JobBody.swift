/// The work of a job.
package enum JobBody: Sendable {
  /// A body that ends its job by returning.
  case synchronous(@Sendable (any Running) throws -> Void)
  /// A body that ends its job with a completion that it creates.
  case asynchronous(@Sendable (JobCore) -> Void)

  package var isAsynchronous: Bool { if case .asynchronous = self { true } else { false } }
}

/// A job, as seen by its running body.
public protocol Running: AnyObject, Sendable {
  var id: JobID { get }
  var name: String { get }
  /// The name of the queue that the job runs on.
  var queueName: String { get }
  /// Whether the job has been cancelled. Cancellation is cooperative, so the body has to stop on its own.
  var isCancelled: Bool { get }
  /// Calls `handler` when the running job is cancelled, on the thread that cancels it. If the job has already been
  /// cancelled, `handler` is called immediately on this thread.
  ///
  /// A job may have several handlers. Each is called at most once, in the order in which they were set, and none
  /// begins after the end. If a handler is running when the body reports the end, the end is delayed until the
  /// handler returns.
  func onCancel(_ handler: @escaping @Sendable () -> Void)
}

/// The object with which an asynchronous job reports its end, from any thread. Only the first report counts.
///
/// Releasing it without a report is a programming error, because the job could never end. In a debug build, the
/// program stops and names the job. In a release build, the job fails with ``EngineError/neverEnded(job:)``. This
/// can't be noticed while one of the job's cancel handlers holds the completion.
public final class JobCompletion<Value: Sendable>: Sendable {
  private let job: JobCore
  private let storage: JobValue<Value>?

  init(_ job: JobCore, _ storage: JobValue<Value>?) { (self.job, self.storage) = (job, storage) }

  deinit { job.completionWasReleased() }

  /// Ends the job with this value, unless it has already ended.
  public func finish(_ value: Value) { job.end(.finished) { storage?.value = value } }

  public func fail(_ error: any Error) { job.end(.failed(error)) }

  public func cancel() { job.end(.cancelled) }

  /// Ends the job like a body that returns this value or throws this error.
  package func end(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): finish(value)
    case .failure(let error): job.end(JobEnd(throwing: error))
    }
  }
}

extension JobCompletion<Void> {
  public func finish() { job.end(.finished) }

  public func end(_ end: JobEnd) { job.end(end) }
}
