import Base
import Engine

/// A job that runs, without a thread, until the test ends it.
final class HeldJob: Sendable {
  let job: Job<Void>
  private let body = HeldBody()

  init(_ name: String, _ priority: Priority, engine: some JobEngine) {
    let body = body
    job = engine.makeAsynchronousJob(name, priority: priority) { body.hold($0, $1) }
  }

  /// Returns when the body has been called.
  func started() async { await withCheckedContinuation { go in body.whenHeld { _ in go.resume() } } }

  /// Says the end for the body; when it has not been called yet, as soon as it is.
  func end(_ end: JobEnd = .finished) { body.whenHeld { $0.completion.end(end) } }

  /// The job as its running body sees it.
  func running() async -> any Running {
    await withCheckedContinuation { go in body.whenHeld { go.resume(returning: $0.running) } }
  }
}

/// A body that was called, and what to do once it is.
private final class HeldBody: @unchecked Sendable {
  // Safe: everything is touched under the lock only.
  struct Call: Sendable {
    let running: any Running
    let completion: JobCompletion<Void>
  }

  private let lock = Lock()
  private var call: Call?
  private var waiting: [@Sendable (Call) -> Void] = []

  func hold(_ running: any Running, _ completion: JobCompletion<Void>) {
    let call = Call(running: running, completion: completion)
    let due = lock.withLock {
      self.call = call
      defer { waiting = [] }
      return waiting
    }
    for action in due { action(call) }
  }

  func whenHeld(_ action: @escaping @Sendable (Call) -> Void) {
    let call: Call? = lock.withLock {
      if self.call == nil { waiting.append(action) }
      return self.call
    }
    if let call { action(call) }
  }
}
