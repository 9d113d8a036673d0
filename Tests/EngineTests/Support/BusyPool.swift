import Base
import Dispatch
import Foundation
import TestSupport

/// Keeps all threads that Dispatch gives to bodies busy, so that nothing which was handed to it begins before `release`.
///
/// They spin, as Dispatch adds threads for those that sleep. One at a time: two would wait for each other's threads.
final class BusyPool: Sendable {
  private static let turn = DispatchSemaphore(value: 1)
  private let isReleased = Locked(false)

  /// Returns when the threads are busy.
  static func occupy() async -> BusyPool {
    await onThread { turn.wait() }
    let (pool, busy, threads) = (BusyPool(), Counter(), ProcessInfo.processInfo.activeProcessorCount)
    for _ in 0..<threads {
      DispatchQueue.global().async {
        busy.add()
        while !pool.isReleased.isSet {}
      }
    }
    await busy.reach(threads)
    return pool
  }

  func release() { if isReleased.set() { Self.turn.signal() } }

  deinit { release() }
}
