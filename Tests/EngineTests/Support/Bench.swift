import Engine
import Engines
import TestSupport

/// An engine under test, with a record of all its events.
struct Bench: Sendable {
  let engine: JobEngine
  let trace = Recorder()

  init(_ name: EngineName) {
    engine = name.makeEngine(reporting: .serial("reports"), watcher: trace.watcher)
  }

  /// Creates a bench with a queue.
  static func withQueue(_ name: EngineName, width: Int = 1) -> (Bench, JobQueue) {
    let bench = Bench(name)
    return (bench, bench.queue(width: width))
  }

  /// Creates a bench with a queue, and a gate that holds one of the queue's slots.
  static func plugged(_ name: EngineName, width: Int = 1) async throws -> (Bench, JobQueue, HeldJob) {
    let (bench, queue) = withQueue(name, width: width)
    return (bench, queue, try await bench.plug(queue))
  }

  func queue(_ name: String = "queue", width: Int = 1) -> JobQueue { engine.makeQueue(name, width: width) }

  /// Creates a job that does nothing and ends when its body returns.
  func job(_ name: String, _ priority: Priority = .normal) -> Job<Void> {
    engine.makeJob(name, priority: priority) { _ in }
  }

  /// Creates a job that runs until the test ends it.
  func gate(_ name: String = "gate", _ priority: Priority = .normal) -> HeldJob {
    HeldJob(name, priority, engine: engine)
  }

  /// Fills the only slot of a queue and returns the gate that frees it.
  func plug(_ queue: JobQueue, _ name: String = "plug") async throws -> HeldJob {
    let gate = gate(name, .veryHigh)
    try queue.add(gate.job)
    await gate.started()
    return gate
  }
}

// The engines, for tests that run in a separate process.
extension EngineName: Codable {}

extension AnyJob {
  /// Returns the end of a job after it has been reported.
  @discardableResult
  func ended() async -> JobEnd { await end }
}

extension JobQueue {
  /// Blocks a separate thread until the queue is idle, like a program.
  func blockUntilIdle() async throws { try await onThread { try self.waitUntilIdle() } }
}

extension QueueCounts {
  /// The counts of waiting, ready, running, finished, failed and cancelled jobs, in this order.
  var all: [Int] { [waiting, ready, running, finished, failed, cancelled] }
}

/// The error of bodies that fail on purpose.
struct Broken: Error {}
