extension JobCore: Running {
  /// Runs the body of this job, which was picked, on the calling thread. Called without the lock.
  public final func perform() {
    do {
      switch body {
      case .returning(let body):
        try body(self)
        end(.finished)
      case .endingLater(let body):
        try body(self) { end in self.end(end) }
      case nil: break
      }
    } catch {
      end(JobEnd(throwing: error))
    }
  }

  /// Ends the running job. The first end counts. Called without the lock, from any thread.
  public final func end(_ end: JobEnd) {
    var aftermath = Aftermath()
    let hasEnded = engine.lock.withLock {
      guard case .running = state else { return false }
      queue?.leave(self, as: end)
      markEnded(end, &aftermath)
      release()
      queue?.slotFreed()
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
