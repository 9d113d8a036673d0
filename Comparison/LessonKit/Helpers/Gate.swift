import Foundation

/// A closed gate, in front of which threads and tasks wait until it is opened for good. Neither Dispatch's nor
/// Operation's, so that a lesson can hold up a body without favouring one of them.
///
/// All members may be called on any thread.
public final class Gate: @unchecked Sendable {
  // Safe: touched under the condition's lock only.
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

  /// Blocks the calling thread.
  /// - Returns: `false` if the gate stayed closed for all that time.
  @available(*, noasync, message: "A task must not block: await opened()")
  public func wait(milliseconds: Int) -> Bool {
    let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
    return condition.withLock {
      while !passed, condition.wait(until: end) {}
      return passed
    }
  }

  /// Returns when the gate is open; cancelling the task does not open it. Meanwhile no thread is held.
  public func opened() async {
    await withCheckedContinuation { task in whenOpen { task.resume() } }
  }

  /// Returns at once. The closure runs on the thread that opens the gate, or on the calling one if it is open.
  public func whenOpen(_ body: @escaping @Sendable () -> Void) {
    let isOpen = condition.withLock {
      if !passed { waiting.append(body) }
      return passed
    }
    if isOpen { body() }
  }
}
