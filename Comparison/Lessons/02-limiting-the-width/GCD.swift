import Dispatch
import LessonKit

/// A concurrent queue has no width: what it is given runs as
/// soon as the pool has a thread.
public func gcd(_ diary: Diary) {
  let pool = DispatchQueue(label: "pool", attributes: .concurrent)
  let group = DispatchGroup()

  // Bodies that end later than they return keep no thread.
  let replies = Replies(after: 500)
  for _ in 1...500 {
    group.enter()
    pool.async {
      let span = diary.begin("ends later")
      replies.wait {
        span.end()
        group.leave()
      }
    }
  }
  group.wait()

  // Bodies that block keep one each.
  for _ in 1...500 {
    pool.async(group: group) {
      diary.span("blocks") { block(milliseconds: 1) }
    }
  }
  group.wait()

  // Four at a time: a slot is taken before a body is
  // submitted. Were it taken inside the body, all that wait
  // would keep a thread each.
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
