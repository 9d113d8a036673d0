import Dispatch
import LessonKit

/// Three photos wait on a queue: one out of sight, one
/// about to appear, and one on the screen.
private func filterPhotos() {
  let queue = DispatchQueue(
    label: "filters", attributes: .initiallyInactive)
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
}

/// Changes the order: uses two queues, and suspends the one
/// that can wait.
private func filterUrgentFirst() {
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
}

/// `nonisolated`, because closures on queues call it.
nonisolated private func filter(_ name: String) {
  compute(name, milliseconds: 10)
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  filterPhotos()
  await ended("on screen")
  filterUrgentFirst()
  await ended("unseen, later")
}
// computes: unseen; soon; on screen; on screen, first; unseen, later
// order: unseen < soon; soon < on screen
// order: on screen, first < unseen, later
