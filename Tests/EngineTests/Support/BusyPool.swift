import Base
import Dispatch
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

/// How long the threads are busy.
private final class Turn: Sendable {
  private let isOver = Atomic(false)

  /// Never asleep, not even for a lock, as Dispatch would then add a thread.
  func spin() { while !isOver.load(ordering: .relaxed) {} }

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
