import Dispatch
import LessonKit

/// A queue is suspended while it works.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "serial")
  let (begun, scrolled, ended) = (Gate(), Gate(), Gate())
  diary.submitted("first")
  queue.async {
    diary.span("first") {
      begun.open()
      scrolled.wait()
    }
    ended.open()
  }
  diary.submitted("second")
  queue.async {
    diary.span("second") { compute(milliseconds: 20) }
  }

  begun.wait()
  block(milliseconds: 20)
  queue.suspend()
  diary.suspended("serial")
  queue.suspend()  // Dispatch counts.
  diary.suspended("serial")
  scrolled.open()
  ended.wait()
  block(milliseconds: 20)
  diary.note("resumed once")
  diary.resumed("serial")
  queue.resume()
  block(milliseconds: 20)
  diary.note("resumed twice")
  diary.resumed("serial")
  queue.resume()
  queue.sync {}

  // A concurrent queue has passed everything to the pool by
  // now: suspended, it still runs all of it.
  let pool = DispatchQueue(label: "pool", attributes: .concurrent)
  let (group, rest) = (DispatchGroup(), Gate())
  let submitted = 200
  for _ in 1...submitted {
    diary.submitted("photo")
    pool.async(group: group) {
      rest.wait()
      diary.span("photo") { block(milliseconds: 1) }
    }
  }
  pool.suspend()
  diary.suspended("pool")
  block(milliseconds: 20)
  rest.open()
  _ = group.wait(timeout: .now() + 60)
  let ran = diary.story.spans.count { $0 == "photo" }
  diary.figure("of \(submitted) ran though suspended", ran)
  diary.resumed("pool")
  pool.resume()
  group.wait()
}
