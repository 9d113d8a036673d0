extension JobCore: Running {
  /// Runs the body of this job, which was picked, on the calling thread. Called without the lock.
  public final func perform() {
    switch body {
    case .returning(let body):
      let result: JobEnd
      do {
        try body(self)
        result = .finished
      } catch {
        result = JobEnd(throwing: error)
      }
      end(result, byReturning: true)
    case .endingLater(let body):
      do {
        try body(self) { [self] end in self.end(end, byReturning: false) }
      } catch {
        end(JobEnd(throwing: error), byReturning: false)
      }
      if engine.isWatched { engine.lock.withLock { engine.trace(.returned, job: self, queue: queue) } }
    case nil: break
    }
  }

  /// Ends the running job. The first end counts. Called without the lock, from any thread.
  public final func end(_ end: JobEnd, byReturning: Bool) {
    var aftermath = Aftermath()
    let hasEnded = engine.lock.withLock {
      guard case .running = state else { return false }
      queue?.leave(self, as: end)
      markEnded(end, &aftermath)
      release()
      queue?.slotFreed(by: self, byReturning: byReturning)
      return true
    }
    guard hasEnded else { return }
    didEnd()
    aftermath.run()
  }

  public final func onCancel(_ handler: @escaping @Sendable () -> Void) {
    var aftermath = Aftermath()
    engine.lock.withLock {
      guard case .running = state else { return }
      if isCancelRequested {
        aftermath.call(handler)
      } else {
        aftermath.letGo(of: cancelHandler)
        cancelHandler = handler
      }
    }
    aftermath.run()
  }
}
