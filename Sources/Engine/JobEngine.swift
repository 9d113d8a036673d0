/// Makes queues and jobs. What every engine guarantees is <doc:Contract>.
///
/// All members may be called from any thread, from bodies, and from handlers.
public protocol JobEngine: EngineCore {
  /// - Parameters:
  ///   - reporting: the serial queue that starts and ends are reported on.
  ///   - watcher: receives every change of a job's state; nil costs a branch.
  init(reporting: Reporting, watcher: Watcher?)
}

extension EngineCore {
  /// A queue on which at most `width` jobs run at a time (at least 1). Letting go of it cancels its jobs.
  public final func makeQueue(_ name: String, width: Int) -> JobQueue {
    JobQueue(makeQueueCore(name, width: width))
  }

  /// A job that is on no queue yet, and ends when `body` returns. The body may block its thread. But threads are few, and
  /// the system adds more slowly: work that waits for something belongs into an asynchronous job.
  ///
  /// A body that throws `CancellationError` ends its job as cancelled, any other error as failed. Letting go of a job
  /// that was never added cancels it.
  public final func makeJob<Value: Sendable>(
    _ name: String, priority: Priority = .normal,
    _ body: @escaping @Sendable (any Running) throws -> Value
  ) -> Job<Value> {
    let storage = JobValue<Value>()
    let body = JobBody.synchronous { running in storage.value = try body(running) }
    return Job(makeJobCore(name, priority: priority, body: body), storage)
  }

  /// The same without a value, which saves the place for one.
  public final func makeJob(
    _ name: String, priority: Priority = .normal,
    _ body: @escaping @Sendable (any Running) throws -> Void
  ) -> Job<Void> {
    Job(makeJobCore(name, priority: priority, body: .synchronous(body)), nil)
  }

  /// A job that ends when its completion says so, which may be later than `start` returns and on any thread. Until
  /// then it holds its slot, and no thread.
  ///
  /// The first word counts; a `start` that throws ends its job, too. To let go of the completion without a word is a
  /// programming error: see ``JobCompletion``.
  public final func makeAsynchronousJob<Value: Sendable>(
    _ name: String, priority: Priority = .normal,
    _ start: @escaping @Sendable (any Running, JobCompletion<Value>) throws -> Void
  ) -> Job<Value> {
    let storage = Value.self == Void.self ? nil : JobValue<Value>()
    let body = JobBody.asynchronous { running, ender in try start(running, JobCompletion(ender, storage)) }
    return Job(makeJobCore(name, priority: priority, body: body), storage)
  }

  /// Cancels these jobs as one: each was either picked before, and is then cancelled as running, or never runs. Jobs of
  /// another engine, and those that have ended, are left alone.
  public final func cancel(_ jobs: some Sequence<AnyJob>) {
    let cores = jobs.map(\.core).filter { $0.engine === self }
    update { deferred in Self.cancel(cores, &deferred) }
  }

  /// Cancels all jobs of these queues as one.
  public final func cancelAll(_ queues: some Sequence<JobQueue>) {
    let cores = queues.map(\.core).filter { $0.engine === self }
    update { deferred in Self.cancel(cores.flatMap(\.unended), &deferred) }
  }
}
