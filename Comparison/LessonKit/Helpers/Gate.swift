import Foundation

/// A gate that blocks threads and suspends tasks until it is opened, after which it stays open. It uses neither
/// Dispatch nor Operation, so that a lesson can block a body without favouring either.
///
/// All members may be called on any thread.
public final class Gate: @unchecked Sendable {
  // Safe: accessed only under the condition's lock.
  private let condition = NSCondition()
  private var passed = false
  private var waiting: [@Sendable () -> Void] = []

  public init() {}

  public var isOpen: Bool { condition.withLock { passed } }

  public func open() {
    let bodies = condition.withLock {
      passed = true
      condition.broadcast()
      defer { waiting = [] }
      return waiting
    }
    for body in bodies { body() }
  }

  /// Blocks the calling thread.
  @available(*, noasync, message: "A task must not block: await opened()")
  public func wait() {
    condition.withLock {
      while !passed { condition.wait() }
    }
  }

  /// Blocks the calling thread for a limited time.
  /// - Returns: False if the gate stayed closed for the whole time.
  @available(*, noasync, message: "A task must not block: await opened()")
  public func wait(milliseconds: Int) -> Bool {
    let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
    return condition.withLock {
      while !passed, condition.wait(until: end) {}
      return passed
    }
  }

  /// Suspends the calling task until the gate is open. Cancelling the task doesn't open it. No thread is blocked.
  public func opened() async {
    await withCheckedContinuation { task in whenOpen { task.resume() } }
  }

  /// Calls the closure when the gate is open, without blocking: on the thread that opens the gate, or on the calling
  /// thread if it is already open.
  public func whenOpen(_ body: @escaping @Sendable () -> Void) {
    let isOpen = condition.withLock {
      if !passed { waiting.append(body) }
      return passed
    }
    if isOpen { body() }
  }
}
