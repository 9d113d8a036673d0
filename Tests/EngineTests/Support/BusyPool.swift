import Base
import Dispatch
import Engine
import Foundation
import Synchronization
import TestSupport

/// Runs these calls on a separate thread while all threads that Dispatch provides for bodies are busy, so that no
/// submitted work begins before the calls have returned. Use it in an exit test, because everything else that needs a
/// thread has to wait.
func whilePoolIsBusy(_ calls: @escaping @Sendable () throws -> Void) async throws {
  try await onThread {
    let (turn, busy, threads) = (Turn(), Counter(), ProcessInfo.processInfo.activeProcessorCount)
    for _ in 0..<threads {
      DispatchQueue.global().async {
        busy.add()
        turn.spin()
      }
    }
    busy.blockUntil(threads)
    defer { turn.end() }
    try calls()
  }
}

/// A flag that ends the spinning of busy threads.
private final class Turn: Sendable {
  private let isOver = Atomic(false)

  /// Spins without ever sleeping, not even on a lock, because Dispatch would then add a thread.
  func spin(atMost count: Int = .max) {
    var left = count
    while !isOver.load(ordering: .relaxed), left > 0 { left -= 1 }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}

/// Keeps the threads that Dispatch gives to bodies busy, a tenth of a millisecond at a time, so that work gets a
/// thread late.
struct PoolLoad: Sendable {
  private let isOver = Locked(false)

  init() { for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { spin() } }

  private func spin() {
    DispatchQueue.global().async {
      // Spins, because Dispatch would add a thread for one that sleeps.
      let end = monotonicNanoseconds() + 100_000
      while monotonicNanoseconds() < end {}
      if !isOver.isSet { spin() }
    }
  }

  func end() { isOver.set() }
}

/// Computing bodies that keep a queue busy, and with it all threads that Dispatch gives to bodies.
struct ComputingLoad: Sendable {
  let bench: Bench
  /// The queue of the computing bodies, with a slot for each core.
  let queue: JobQueue

  private let begun = Counter()
  private let ended = Counter()
  private let isOver = Turn()
  private let width = ProcessInfo.processInfo.activeProcessorCount

  init(on bench: Bench) {
    self.bench = bench
    queue = bench.queue("computing", width: width)
  }

  /// Creates an asynchronous job that calls `start` and then ends on a separate thread.
  func download(_ name: String, _ start: @escaping @Sendable () -> Void) -> Job<Void> {
    bench.engine.makeAsynchronousJob(name) { _, completion in
      start()
      Thread.detachNewThread { completion.finish() }
    }
  }

  /// Keeps the queue busy until `count` jobs have started.
  /// - Parameter add: Adds the jobs, each of which calls `start`, and returns their queue.
  /// - Returns: The number of computing bodies that had ended when the last job started. Each of them ends on its own
  ///   after a few seconds, so that a test fails instead of hanging.
  func bodiesEndedWhileStarting(
    _ count: Int, _ add: @escaping @Sendable (_ start: @escaping @Sendable () -> Void) throws -> JobQueue
  ) async throws -> Int {
    let (started, endedBefore) = (Counter(), Locked(0))
    // On a separate thread, because tasks may need one of the busy threads.
    try await onThread {
      for number in 0..<width {
        queue.add("computing \(number)") { _ in
          begun.add()
          isOver.spin(atMost: 1_000_000_000)
          ended.add()
        }
      }
      begun.blockUntil(width)
      let jobs = try add {
        // This comes before the start is counted, because the last start ends the load.
        endedBefore.withLock { $0 = max($0, ended.count) }
        started.add()
      }
      started.blockUntil(count)
      isOver.end()
      try jobs.waitUntilIdle()
      try queue.waitUntilIdle()
    }
    return endedBefore.value
  }
}
