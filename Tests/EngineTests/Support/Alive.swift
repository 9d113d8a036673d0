import Engine
import Engines
import Foundation
import TestSupport
import Testing

/// Counts tokens that haven't been freed, and thereby the closures and objects that hold one.
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

  /// Blocks the calling thread until no token is left, or for two minutes. Threads may still be returning from
  /// bodies.
  /// - Returns: The number of remaining tokens.
  func waitForNone() -> Int {
    // Only a leak takes this long.
    let giveUp = Date(timeIntervalSinceNow: 120)
    return condition.withLock {
      while alive > 0, condition.wait(until: giveUp) {}
      return alive
    }
  }

  func left() async -> Int { await onThread { self.waitForNone() } }
}

/// Calls a function, and checks that nothing that it has made is left when it has returned.
func expectNothingLeft(
  at place: SourceLocation = #_sourceLocation, _ work: (Alive) async throws -> Void
) async throws {
  let alive = Alive()
  try await work(alive)
  #expect(await alive.left() == 0, sourceLocation: place)
}

extension Alive {
  /// Creates an engine that is counted. Everything that belongs to an engine retains it: jobs, queues, abandoned
  /// operations. Once the engine has been freed, all of them have been freed as well.
  func engine(_ name: EngineName, _ trace: Recorder? = nil) -> JobEngine {
    let token = token()
    return name.makeEngine(
      reporting: .serial("reports"),
      watcher: { event in withExtendedLifetime(token) { trace?.record(event) } })
  }

  /// Creates a job whose body is counted.
  func job(_ name: String = "job", on engine: JobEngine) -> Job<Void> {
    let token = token()
    return engine.makeJob(name) { _ in withExtendedLifetime(token) {} }
  }
}
