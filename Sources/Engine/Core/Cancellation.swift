/// The cancel handlers of one running job, and the end that has to wait for them.
struct Cancellation {
  var isRequested = false
  private var handlers: [@Sendable () -> Void] = []
  /// How many are being called.
  private var calls = 0
  /// The end that the body has reported while handlers were being called.
  var pendingEnd: JobEnd?

  var isCallingHandlers: Bool { calls > 0 }

  mutating func add(_ handler: @escaping @Sendable () -> Void) { handlers.append(handler) }

  mutating func takeHandlers() -> [@Sendable () -> Void] {
    defer { handlers = [] }
    return handlers
  }

  mutating func beginCall() -> (@Sendable () -> Void)? {
    if handlers.isEmpty || pendingEnd != nil { return nil }
    calls += 1
    return handlers.removeFirst()
  }

  /// - Returns: the end that has waited for this call.
  mutating func endCall() -> JobEnd? {
    calls -= 1
    if calls > 0 { return nil }
    defer { pendingEnd = nil }
    return pendingEnd
  }
}

extension JobCore {
  /// Ends a job that has not started, or asks the running one to stop. Those that depend on it wait on until `release`.
  /// - Returns: whether it ended.
  final func markCancelled(_ deferred: inout DeferredWork) -> Bool {
    switch state {
    case .ended: return false
    case .running:
      guard !cancellation.isRequested else { return false }
      cancellation.isRequested = true
      setCancelled()
      deferred.callCancelHandlers(of: self)
      engine.trace(.cancelRequested, job: self, queue: queue)
      return false
    case .new, .waiting, .ready:
      queue?.leave(self, as: .cancelled)
      setCancelled()
      markEnded(.cancelled, &deferred)
      return true
    }
  }

  public final func onCancel(_ handler: @escaping @Sendable () -> Void) {
    let isCancelled = engine.lock.withLock {
      guard isRunning else { return false }
      cancellation.add(handler)
      return cancellation.isRequested
    }
    if isCancelled { callCancelHandlers() }
  }

  /// Whether the job still runs is decided anew before each call, as a handler may end it, or another job that is
  /// cancelled with it. From then until the handler has returned the job does not end: so none begins after the end.
  /// Called without the lock.
  final func callCancelHandlers() {
    while let handler = engine.lock.withLock({ isRunning ? cancellation.beginCall() : nil }) {
      ThreadFrames.run(of: self) { handler() }
      var deferred = DeferredWork()
      let hasEnded = engine.lock.withLock {
        guard let end = cancellation.endCall() else { return false }
        endRunning(end, &deferred)
        return true
      }
      if hasEnded {
        didEnd()
        deferred.perform()
      }
    }
  }
}

extension EngineCore {
  /// Cancels several as one: all are marked before any dependent is released, so that none of them is released only to be
  /// cancelled next.
  static func cancel(_ jobs: [JobCore], _ deferred: inout DeferredWork) {
    let ended = jobs.filter { $0.markCancelled(&deferred) }
    for job in ended { job.release() }
  }
}
