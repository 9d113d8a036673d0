extension JobCore: Running {
  /// Runs the body of this job, which was picked, on the calling thread. Called without the lock.
  package final func perform() {
    ThreadFrames.run(of: self) { runBody() }
  }

  private final func runBody() {
    switch body {
    case .synchronous(let body):
      do {
        try body(self)
        end(.finished)
      } catch {
        end(JobEnd(throwing: error))
      }
    case .asynchronous(let body):
      let ender = JobEnder(self)
      do { try body(self, ender) } catch { ender.end(JobEnd(throwing: error)) }
      if engine.isWatched { engine.lock.withLock { engine.trace(.returned, job: self, queue: queue) } }
    case nil: break
    }
  }

  /// Ends the running job. The first end counts. Called without the lock, from any thread.
  final func end(_ end: JobEnd) {
    var deferred = DeferredWork()
    let hasEnded = engine.lock.withLock {
      guard isRunning, cancellation.pendingEnd == nil else { return false }
      if cancellation.isCallingHandlers {
        cancellation.pendingEnd = end
        return false
      }
      endRunning(end, &deferred)
      return true
    }
    if hasEnded {
      didEnd()
      deferred.perform()
    }
  }

  final func endRunning(_ end: JobEnd, _ deferred: inout DeferredWork) {
    queue?.leave(self, as: end)
    markEnded(end, &deferred)
    release()
    queue?.slotWasFreed()
  }

  /// The last copy of the job's completion is gone. Called without the lock.
  final func enderWasLetGo() {
    let canEnd = engine.lock.withLock { isRunning && cancellation.pendingEnd == nil }
    guard canEnd else { return }
    let error = EngineError.neverEnded(job: name)
    assertionFailure("\(error)")
    end(.failed(error))
  }
}
