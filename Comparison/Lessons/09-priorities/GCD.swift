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

  // A quality of service says how fast a body is to run, once
  // it runs. It does not change whose turn it is.
  queue.activate()
  queue.sync {}

  // So order is made of queues: what can wait has its own,
  // held back until what is urgent is done.
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
