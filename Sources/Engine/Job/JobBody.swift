/// The work of a job, as an engine runs it.
@_spi(Engines)
public enum JobBody: Sendable {
  /// Ends when it returns.
  case synchronous(@Sendable (any Running) throws -> Void)
  /// Ends when `end` is called or it throws.
  case asynchronous(@Sendable (any Running, _ end: JobEnder) throws -> Void)

  package var isAsynchronous: Bool { if case .asynchronous = self { true } else { false } }
}

/// A job, as its running body sees it.
public protocol Running: AnyObject, Sendable {
  var id: JobID { get }
  var name: String { get }
  /// The name of the queue that the job runs on.
  var queueName: String { get }
  /// Whether the job was cancelled. Cancellation is cooperative: it is for the body to stop.
  var isCancelled: Bool { get }
  /// Calls `handler` when the job is cancelled while it runs, on the thread that cancels; at once, on this thread, if it
  /// already was. A job may have several; each is called at most once, those set before the cancel in that order, and
  /// none begins after the end. A handler that is still running when the body reports the end delays that end.
  func onCancel(_ handler: @escaping @Sendable () -> Void)
}

/// How an asynchronous job reports its end, from any thread. The first word counts.
///
/// One that is let go of without a word can never end its job. That is a programming error: a debug build stops and
/// names the job; a release build fails the job with ``EngineError/neverEnded(job:)``. One that only a cancel handler of
/// the job still holds is not let go of.
public struct JobCompletion<Value: Sendable>: Sendable {
  private let ender: JobEnder
  private let storage: JobValue<Value>?

  init(_ ender: JobEnder, _ storage: JobValue<Value>?) {
    self.ender = ender
    self.storage = storage
  }

  /// Ends the job with this value, unless it has ended.
  public func finish(_ value: Value) { ender.end(.finished) { storage?.value = value } }

  public func fail(_ error: any Error) { ender.end(.failed(error)) }

  public func cancel() { ender.end(.cancelled) }
}

extension JobCompletion<Void> {
  public func finish() { ender.end(.finished) }

  public func end(_ end: JobEnd) { ender.end(end) }
}

/// Ends one running job, once; shared by all copies of its completion, and so knows when the last of them is gone.
@_spi(Engines)
public final class JobEnder: Sendable {
  private let job: JobCore

  init(_ job: JobCore) { self.job = job }

  deinit { job.enderWasLetGo() }

  func end(_ end: JobEnd, storing: () -> Void = {}) { job.end(end, storing: storing) }
}
