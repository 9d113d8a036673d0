/// The requirements of ``JobEngine``, which are the same in every engine.
extension EngineCore {
  package final func makeQueue(_ name: String, width: Int) -> JobQueue {
    JobQueue(makeQueueCore(name, width: width))
  }

  package final func makeJob<Value: Sendable>(
    _ name: String, priority: Priority, _ body: @escaping @Sendable (any Running) throws -> Value
  ) -> Job<Value> {
    let storage = JobValue<Value>()
    let body = JobBody.synchronous { running in storage.value = try body(running) }
    return Job(makeJobCore(name, priority: priority, body: body), storage)
  }

  package final func makeJob(
    _ name: String, priority: Priority, _ body: @escaping @Sendable (any Running) throws -> Void
  ) -> Job<Void> {
    Job(makeJobCore(name, priority: priority, body: .synchronous(body)), nil)
  }

  package final func makeAsynchronousJob<Value: Sendable>(
    _ name: String, priority: Priority,
    _ start: @escaping @Sendable (any Running, JobCompletion<Value>) throws -> Void
  ) -> Job<Value> {
    let storage = Value.self == Void.self ? nil : JobValue<Value>()
    let body = JobBody.asynchronous { running, ender in try start(running, JobCompletion(ender, storage)) }
    return Job(makeJobCore(name, priority: priority, body: body), storage)
  }

  package final func cancel(_ jobs: some Sequence<AnyJob>) {
    let cores = jobs.map(\.core).filter { $0.engine === self }
    update { deferred in Self.cancel(cores, &deferred) }
  }

  package final func cancelAll(_ queues: some Sequence<JobQueue>) {
    let cores = queues.map(\.core).filter { $0.engine === self }
    update { deferred in Self.cancel(cores.flatMap(\.unended), &deferred) }
  }
}
