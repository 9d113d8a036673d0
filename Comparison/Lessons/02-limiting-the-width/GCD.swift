import Dispatch
import LessonKit

/// A concurrent queue has no width: what it is given runs as
/// soon as the pool has a thread, and a body that blocks
/// keeps its thread.
public func gcd(_ diary: Diary) {
  let pool = DispatchQueue(label: "pool", attributes: .concurrent)
  let group = DispatchGroup()

  for _ in 1...60 {
    pool.async(group: group) {
      diary.span("unlimited") { block(milliseconds: 20) }
    }
  }
  group.wait()

  // Four at a time: a slot is taken before a body is handed
  // over. Were it taken inside the body, all that wait would
  // keep a thread each.
  let slots = DispatchSemaphore(value: 4)
  let feeder = DispatchQueue(label: "feeder")
  for _ in 1...20 {
    feeder.async(group: group) {
      slots.wait()
      pool.async(group: group) {
        defer { slots.signal() }
        diary.span("limited") { block(milliseconds: 20) }
      }
    }
  }
  group.wait()
}
