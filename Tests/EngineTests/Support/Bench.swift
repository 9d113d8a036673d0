import Engine
import Engines
import TestSupport

/// An engine under test, with every event of it recorded.
struct Bench: Sendable {
  let engine: any JobEngine
  let trace = Recorder()

  init(_ name: EngineName) {
    engine = name.makeEngine(reporting: .serial("reports"), watcher: trace.watcher)
  }

  func queue(_ name: String = "queue", width: Int = 1) -> JobQueue { engine.makeQueue(name, width: width) }

  /// A job that does nothing, and ends when it has returned.
  func job(_ name: String, _ priority: Priority = .normal) -> Job<Void> {
    engine.makeJob(name, priority: priority) { _ in }
  }

  /// A job that runs until the test ends it.
  func gate(_ name: String = "gate", _ priority: Priority = .normal) -> HeldJob {
    HeldJob(name, priority, engine: engine)
  }

  /// A gate that fills this queue's only slot before this returns.
  func plug(_ queue: JobQueue, _ name: String = "plug") async throws -> HeldJob {
    let gate = gate(name, .veryHigh)
    try queue.add(gate.job)
    await gate.started()
    return gate
  }
}

// For tests that run in their own process.
extension EngineName: Codable {}

extension EngineName {
  /// The engines that keep the whole contract.
  static let parallel = allCases.filter { $0 != .serial }
}

extension AnyJob {
  /// The end, when it has been reported.
  @discardableResult
  func ended() async -> JobEnd { await end }
}

extension JobQueue {
  /// Blocks a separate thread until the queue is idle, like a program.
  func blockUntilIdle() async throws { try await onThread { try self.waitUntilIdle() } }
}

extension QueueCounts {
  /// Waiting, ready, running, finished, failed, cancelled.
  var all: [Int] { [waiting, ready, running, finished, failed, cancelled] }
}

/// The error of bodies that fail on purpose.
struct Broken: Error {}
