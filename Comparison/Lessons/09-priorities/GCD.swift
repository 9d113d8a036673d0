import Dispatch
import LessonKit

/// Three photos wait on a queue: one out of sight, one
/// about to appear, and one on the screen.
public func gcd() {
  let queue = DispatchQueue(
    label: "filters", attributes: .initiallyInactive)
  // `nonisolated`, because closures on queues call it.
  @Sendable nonisolated func filter(_ name: String) {
    compute(name, milliseconds: 10)
  }

  diary.suspended("queue")
  for name in ["unseen", "soon", "on screen"] {
    diary.submitted(name)
  }
  queue.async(qos: .background) { filter("unseen") }
  queue.async(qos: .default) { filter("soon") }
  queue.async(qos: .userInteractive) { filter("on screen") }

  // Quality of service is the share of the machine that work
  // gets. A serial queue stays first in, first out.
  diary.resumed("queue")
  queue.activate()
  queue.sync {}

  // To change the order, use two queues, and suspend the one
  // that can wait.
  let urgent = DispatchQueue(label: "urgent", qos: .userInteractive)
  let idle = DispatchQueue(label: "idle", qos: .background)
  idle.suspend()
  diary.suspended("idle")
  diary.submitted("unseen, later")
  idle.async { filter("unseen, later") }
  diary.submitted("on screen, first")
  urgent.async {
    filter("on screen, first")
    diary.resumed("idle")
    idle.resume()
  }
  urgent.sync {}
  idle.sync {}
}

// Only for running and checking it here.
// computes: unseen; soon; on screen; on screen, first; unseen, later
