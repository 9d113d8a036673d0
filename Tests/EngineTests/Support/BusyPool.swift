import Base
import Dispatch
import Engine
import Foundation
import Synchronization
import TestSupport

/// Runs these calls, on a thread of their own, while all threads that Dispatch gives to bodies are busy: nothing that is
/// handed to it begins before they have returned. For a process of its own, as whatever else needs a thread would wait.
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

/// How long threads are busy.
private final class Turn: Sendable {
  private let isOver = Atomic(false)

  /// Never asleep, not even for a lock, as Dispatch would then add a thread.
  func spin(atMost count: Int = .max) {
    var left = count
    while !isOver.load(ordering: .relaxed), left > 0 { left -= 1 }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}

/// Keeps the threads that Dispatch gives to bodies busy, a tenth of a millisecond at a time, so that what is handed to one
/// comes late.
struct PoolLoad: Sendable {
  private let isOver = Locked(false)

  init() { for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { spin() } }

  private func spin() {
    DispatchQueue.global().async {
      // Not asleep, as Dispatch would then add a thread.
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
  /// As wide as the machine has cores.
  let queue: JobQueue

  private let begun = Counter()
  private let ended = Counter()
  private let isOver = Turn()
  private let width = ProcessInfo.processInfo.activeProcessorCount

  init(on bench: Bench) {
    self.bench = bench
    queue = bench.queue("computing", width: width)
  }

  /// A job that ends on a thread of its own, and keeps none until then.
  func download(_ name: String, _ start: @escaping @Sendable () -> Void) -> Job<Void> {
    bench.engine.makeAsynchronousJob(name) { _, completion in
      start()
      Thread.detachNewThread { completion.finish() }
    }
  }

  /// Keeps the queue busy until so many jobs have started.
  /// - Parameter add: adds the jobs, each of which calls what it is given, and returns their queue.
  /// - Returns: the number of computing bodies that had ended when the last job started. Each ends by itself after some
  ///   seconds, so that a test fails rather than hangs.
  func bodiesEndedWhileStarting(
    _ count: Int, _ add: @escaping @Sendable (_ start: @escaping @Sendable () -> Void) throws -> JobQueue
  ) async throws -> Int {
    let (started, endedBefore) = (Counter(), Locked(0))
    // Threads of their own, because tasks may need those that are busy.
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
        // Before the start is counted, because the last one ends the load.
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
