import Base
import Engine
import TestSupport

/// A job that runs without a thread until the test ends it.
final class HeldJob: Sendable {
  let job: Job<Void>
  private let isHeld = Gate()
  /// The arguments of the body's call.
  private let call = Locked<(running: any Running, completion: JobCompletion<Void>)?>(nil)

  init(_ name: String, _ priority: Priority, engine: JobEngine) {
    job = engine.makeAsynchronousJob(name, priority: priority) { [isHeld, call] running, completion in
      call.withLock { $0 = (running, completion) }
      isHeld.open()
    }
  }

  /// Returns when the body has been called.
  func started() async { await isHeld.wait() }

  /// Ends the job as soon as its body has been called.
  func end(_ end: JobEnd = .finished) { isHeld.whenOpen { [call] in call.value?.completion.end(end) } }

  /// Returns the handle that the running body received.
  func running() async -> any Running {
    await started()
    guard let running = call.value?.running else { preconditionFailure("the body was called") }
    return running
  }
}
