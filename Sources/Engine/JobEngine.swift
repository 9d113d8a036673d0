/// An engine, which creates queues and jobs and fulfils the <doc:Contract>. `EngineName` in the module `Engines`
/// creates an engine for each API.
///
/// All members may be called from any thread, from bodies, and from handlers.
///
/// To set a handler before a job can start, call `makeJob`, then `whenEnded`, then `add`.
public final class JobEngine: Sendable {
  private let core: EngineCore

  package init(_ api: any ConcurrencyAPI, reporting: Reporting, watcher: Watcher?) {
    core = EngineCore(api, reporting: reporting, watcher: watcher)
  }

  /// The serial queue on which the starts and ends of jobs are reported.
  public var reportQueue: any ReportQueue { core.reportQueue }

  /// The calls of the API, and the work of our own code, so far.
  package var calls: APICalls { core.locked { core.calls } }

  /// Creates a queue. Unlike a `DispatchQueue` or an `OperationQueue`, it cancels its jobs when it is released, so
  /// keep a reference to it as long as its jobs should run.
  /// - Parameter width: The maximum number of jobs that run simultaneously, at least 1.
  public func makeQueue(_ name: String, width: Int) -> JobQueue {
    let queue = core.api.makeQueue(name, width: width, engine: core)
    core.locked { core.addLimit(of: queue) }
    return JobQueue(queue, engine: self)
  }

  /// Creates a job that ends when `body` returns. The job isn't on a queue yet.
  ///
  /// The body may block its thread. However, there are few threads, and the system adds more only slowly. Work that
  /// mostly waits belongs in an asynchronous job.
  ///
  /// If the body throws `CancellationError`, the job ends as cancelled. Any other error ends it as failed. Releasing
  /// a job that was never added cancels it.
  public func makeJob<Value: Sendable>(
    _ name: String, priority: Priority = .normal, _ body: @escaping @Sendable (any Running) throws -> Value
  ) -> Job<Value> {
    let storage = JobValue<Value>()
    return Job(makeCore(name, priority, .synchronous { storage.value = try body($0) }), storage)
  }

  /// Creates a job without a value, which needs less memory.
  public func makeJob(
    _ name: String, priority: Priority = .normal, _ body: @escaping @Sendable (any Running) throws -> Void
  ) -> Job<Void> { Job(makeCore(name, priority, .synchronous(body)), nil) }

  /// Creates a job that ends when its completion is called, on any thread and possibly after `start` has returned.
  /// Until then, the job holds its slot but no thread.
  ///
  /// Only the first end counts. If `start` throws, that also ends the job. Releasing the completion without calling
  /// it is a programming error; see ``JobCompletion``.
  public func makeAsynchronousJob<Value: Sendable>(
    _ name: String, priority: Priority = .normal,
    _ start: @escaping @Sendable (any Running, JobCompletion<Value>) throws -> Void
  ) -> Job<Value> {
    let storage = Value.self == Void.self ? nil : JobValue<Value>()
    let body = JobBody.asynchronous { job in
      let completion = JobCompletion(job, storage)
      do { try start(job, completion) } catch { completion.end(.failure(error)) }
    }
    return Job(makeCore(name, priority, body), storage)
  }

  /// Creates a job that ends when its asynchronous body returns or throws, by the same rules as a synchronous body.
  ///
  /// The body runs in a task on the cooperative pool, so it must not block. Until it ends, the job holds its slot but
  /// no thread. Cancelling the running job cancels the task. In a project whose code is on the main actor by default,
  /// a function without a mark stays on the main actor when the body calls it. Mark slow functions `@concurrent`.
  public func makeJob<Value: Sendable>(
    _ name: String, priority: Priority = .normal,
    _ body: @escaping @Sendable (any Running) async throws -> Value
  ) -> Job<Value> {
    makeAsynchronousJob(name, priority: priority) { running, completion in
      let task = Task {
        do { completion.finish(try await body(running)) } catch { completion.end(.failure(error)) }
      }
      running.onCancel { task.cancel() }
    }
  }

  private func makeCore(_ name: String, _ priority: Priority, _ body: JobBody) -> JobCore {
    core.api.makeJob(name, priority: priority, body: body, engine: core)
  }

  /// Cancels these jobs atomically. A job that has already been picked is cancelled as a running job. All others
  /// never run. Jobs that have ended or belong to another engine are ignored.
  public func cancel(_ jobs: some Sequence<AnyJob>) {
    let cores = jobs.map(\.core).filter { $0.engine === core }
    core.update { deferred in EngineCore.cancel(cores, &deferred) }
  }

  /// Cancels all jobs of these queues atomically.
  public func cancelAll(_ queues: some Sequence<JobQueue>) {
    let cores = queues.map(\.core).filter { $0.engine === core }
    core.update { deferred in EngineCore.cancel(cores.flatMap(\.unended), &deferred) }
  }
}
