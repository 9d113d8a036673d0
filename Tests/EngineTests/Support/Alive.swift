import Engine
import Engines
import Foundation
import TestSupport

/// Counts what has not been freed yet: every token, and so the closures and objects that hold one.
final class Alive: @unchecked Sendable {
  // Safe: the count is touched under the condition's lock only.
  private let condition = NSCondition()
  private var alive = 0

  final class Token: Sendable {
    private let alive: Alive
    fileprivate init(_ alive: Alive) { self.alive = alive }
    deinit { alive.add(-1) }
  }

  var count: Int { condition.withLock { alive } }

  func token() -> Token {
    add(1)
    return Token(self)
  }

  private func add(_ number: Int) {
    condition.withLock {
      alive += number
      condition.broadcast()
    }
  }

  /// How many are left when all are gone, or when no more go: threads may still be on their way out of a body.
  /// Blocks the calling thread.
  func waitForNone() -> Int {
    // Only a leak waits for so long.
    let giveUp = Date(timeIntervalSinceNow: 120)
    return condition.withLock {
      while alive > 0, condition.wait(until: giveUp) {}
      return alive
    }
  }

  func left() async -> Int { await onThread { self.waitForNone() } }
}

extension Alive {
  /// An engine that is counted. All that belongs to an engine holds it: jobs, queues, operations that linger. So
  /// when the engine is freed, all of them are.
  func engine(_ name: EngineName, _ trace: Recorder? = nil) -> any JobEngine {
    let token = token()
    return name.makeEngine(
      reporting: .serial("reports"),
      watcher: { event in withExtendedLifetime(token) { trace?.record(event) } })
  }

  /// A counted job: its body is.
  func job(_ name: String = "job", on engine: any JobEngine) -> Job<Void> {
    let token = token()
    return engine.makeJob(name) { _ in withExtendedLifetime(token) {} }
  }
}
