extension JobCore: Running {
  public final var queueName: String { engine.locked { queue?.name } ?? "" }

  /// Runs the body of this job, which has been picked, on the calling thread. Call this without holding the
  /// lock.
  package final func perform() {
    ThreadFrames.run(of: self) { runBody() }
  }

  private final func runBody() {
    switch body.take() {
    case .synchronous(let body):
      let result: JobEnd
      do {
        try body(self)
        result = .finished
      } catch {
        result = JobEnd(throwing: error)
      }
      end(result)?.wait()
    case .asynchronous(let body):
      body(self)
      if engine.isWatched { engine.locked { engine.trace(.returned, job: self, queue: queue) } }
    case nil: preconditionFailure("“\(name)” was picked, and has no body")
    }
  }

  /// Ends the running job. Only the first end counts. Call this from any thread, without holding the lock.
  /// - Parameter storing: Stores the job's value. Called under the lock, and only if this end counts.
  /// - Returns: A latch that opens when the end has been recorded, if that has to wait for a cancel handler.
  @discardableResult
  final func end(_ end: JobEnd, storing: () -> Void = {}) -> Latch? {
    var deferred = DeferredWork()
    let (hasEnded, recorded) = engine.locked { () -> (Bool, Latch?) in
      guard isRunning, !isEndPending else { return (false, nil) }
      storing()
      if let handlers, handlers.cancellation.isCallingHandlers {
        let recorded = isAsynchronous ? nil : Latch()
        handlers.cancellation.deferEnd(end, whenRecorded: recorded)
        return (false, recorded)
      }
      endRunning(end, &deferred)
      return (true, nil)
    }
    if hasEnded {
      didEnd()
      deferred.perform()
    }
    return recorded
  }

  final func endRunning(_ end: JobEnd, _ deferred: inout DeferredWork) {
    queue?.leave(self, as: end)
    markEnded(end, &deferred)
    release()
    queue?.slotWasFreed()
  }

  /// Fails the job if its completion was released without an end. Call this without holding the lock.
  final func completionWasReleased() {
    let canEnd = engine.locked { isRunning && !isEndPending }
    guard canEnd else { return }
    let error = EngineError.neverEnded(job: name)
    assertionFailure("\(error)")
    end(.failed(error))
  }
}
