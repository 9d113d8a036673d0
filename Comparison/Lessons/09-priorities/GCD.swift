import Dispatch
import LessonKit

/// Three photos wait on a queue: one nobody sees, one that
/// may be seen soon, and one on the screen.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(
    label: "filters", attributes: .initiallyInactive)

  queue.async(qos: .background) { diary.note("unseen") }
  queue.async(qos: .default) { diary.note("soon") }
  queue.async(qos: .userInteractive) { diary.note("on screen") }

  // Quality of service is about how much of the machine work
  // gets. One serial queue stays first in, first out.
  queue.activate()
  queue.sync {}

  // To change the order, take two queues, and hold back the
  // one that can wait.
  let urgent = DispatchQueue(label: "urgent", qos: .userInteractive)
  let idle = DispatchQueue(label: "idle", qos: .background)
  idle.suspend()
  idle.async { diary.note("unseen, later") }
  urgent.async {
    diary.note("on screen, first")
    idle.resume()
  }
  urgent.sync {}
  idle.sync {}
}
