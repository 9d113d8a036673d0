import Foundation
import TestSupport

/// Runs each body on its own thread, starts them simultaneously, and returns when all are done.
func together(_ bodies: [@Sendable () -> Void]) async {
  let start = StartLine(bodies.count)
  await withTaskGroup(of: Void.self) { group in
    for body in bodies {
      group.addTask {
        await onThread {
          start.wait()
          body()
        }
      }
    }
  }
}

/// Yields to other threads this many times. A race needs that, because otherwise one thread may keep taking the
/// engine's lock.
func giveWay(_ times: Int = 1) { for _ in 0..<times { sched_yield() } }

/// A barrier at which threads wait for each other, so that they race.
struct StartLine: Sendable {
  private let missing = DispatchGroup()

  init(_ count: Int) { for _ in 0..<count { missing.enter() } }

  func wait() {
    missing.leave()
    missing.wait()
  }
}
