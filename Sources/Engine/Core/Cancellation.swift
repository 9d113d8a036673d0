/// The cancel handlers of one running job, and the job's end if it has to wait for them.
struct Cancellation {
  /// The number of handlers that are currently being called.
  private var calls: UInt32 = 0
  private var handlers: [@Sendable () -> Void] = []
  /// The end that the body reported while handlers were being called.
  private var pendingEnd: JobEnd?
  /// A latch that opens when `pendingEnd` has been recorded. The thread of a synchronous body waits for it, because
  /// with some APIs the return of that thread frees a slot.
  private(set) var whenRecorded: Latch?

  var isCallingHandlers: Bool { calls > 0 }
  var isEndPending: Bool { pendingEnd != nil }

  mutating func add(_ handler: @escaping @Sendable () -> Void) { handlers.append(handler) }

  mutating func nextHandler() -> (@Sendable () -> Void)? {
    handlers.isEmpty || pendingEnd != nil ? nil : handlers.removeFirst()
  }

  mutating func beginCall() { calls += 1 }

  mutating func deferEnd(_ end: JobEnd, whenRecorded: Latch?) {
    (pendingEnd, self.whenRecorded) = (end, whenRecorded)
  }

  /// - Returns: The end that has been waiting for this call.
  mutating func endCall() -> JobEnd? {
    calls -= 1
    if calls > 0 { return nil }
    defer { pendingEnd = nil }
    return pendingEnd
  }
}

extension JobCore {
  /// Whether the body has reported an end that is waiting for cancel handlers.
  final var isEndPending: Bool { handlers?.cancellation.isEndPending ?? false }

  /// Ends a job that hasn't started, or asks a running one to stop. Dependents keep waiting until `release()`.
  /// - Returns: Whether the job has ended.
  final func markCancelled(_ deferred: inout DeferredWork) -> Bool {
    if hasEnded { return false }
    guard isRunning else {
      queue?.leave(self, as: .cancelled)
      setCancelled()
      markEnded(.cancelled, &deferred)
      return true
    }
    guard !isCancelRequested else { return false }
    isCancelRequested = true
    setCancelled()
    deferred.callCancelHandlers(of: self)
    engine.trace(.cancelRequested, job: self, queue: queue)
    return false
  }

  public final func onCancel(_ handler: @escaping @Sendable () -> Void) {
    let isCancelled = engine.locked {
      guard isRunning, !isEndPending else { return false }
      let handlers = makeHandlers()
      if isCancelRequested { handlers.cancellation.beginCall() } else { handlers.cancellation.add(handler) }
      return isCancelRequested
    }
    if isCancelled { call(handler) }
  }

  /// Calls the job's cancel handlers while it is running. Call this without holding the lock.
  ///
  /// Each call first checks whether the job is still running, because an earlier handler may have ended it. The job
  /// can't end during a call, so no handler begins after the end.
  final func callCancelHandlers() {
    while let handler = engine.locked({ beginNextCall() }) { call(handler) }
  }

  private final func beginNextCall() -> (@Sendable () -> Void)? {
    guard isRunning, let handlers, let handler = handlers.cancellation.nextHandler() else { return nil }
    handlers.cancellation.beginCall()
    return handler
  }

  /// Calls a handler whose call has begun. Afterwards, records an end that has been waiting for the call.
  private final func call(_ handler: @Sendable () -> Void) {
    ThreadFrames.run(of: self) { handler() }
    var deferred = DeferredWork()
    let (hasEnded, recorded) = engine.locked { () -> (Bool, Latch?) in
      guard let handlers, let end = handlers.cancellation.endCall() else { return (false, nil) }
      endRunning(end, &deferred)
      return (true, handlers.cancellation.whenRecorded)
    }
    guard hasEnded else { return }
    didEnd()
    deferred.perform()
    recorded?.open()
  }
}

extension EngineCore {
  /// Cancels several jobs atomically. All of them are marked before any dependent is released, so that no job is
  /// first released and then cancelled.
  static func cancel(_ jobs: [JobCore], _ deferred: inout DeferredWork) {
    let ended = jobs.filter { $0.markCancelled(&deferred) }
    for job in ended { job.release() }
    // Slots are freed only after all jobs have been marked, so that none of these jobs gets one.
    for job in ended { job.queue?.slotWasFreed() }
  }
}
