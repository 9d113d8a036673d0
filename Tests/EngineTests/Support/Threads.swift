import Engine
import Foundation

/// Runs these on a thread each, all let loose together, and returns when all are done.
func together(_ bodies: [@Sendable () -> Void]) async {
  let start = StartLine(bodies.count)
  await withTaskGroup(of: Void.self) { group in
    for body in bodies {
      group.addTask {
        await withCheckedContinuation { go in
          Thread.detachNewThread {
            start.wait()
            body()
            go.resume()
          }
        }
      }
    }
  }
}

/// Lets other threads run, this many times: a race is none when one thread has the engine's lock all the time.
func giveWay(_ times: Int = 1) { for _ in 0..<times { sched_yield() } }

/// Where threads wait for each other, so that they race.
final class StartLine: @unchecked Sendable {
  // Safe: the count is touched under the condition's lock only.
  private let condition = NSCondition()
  private var missing: Int

  init(_ count: Int) { missing = count }

  func wait() {
    condition.lock()
    missing -= 1
    if missing == 0 { condition.broadcast() }
    while missing > 0 { condition.wait() }
    condition.unlock()
  }
}
