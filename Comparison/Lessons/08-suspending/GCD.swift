import Dispatch
import LessonKit

/// A queue is suspended while it works.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "serial")
  let (begun, scrolled, ended) = (Gate(), Gate(), Gate())
  queue.async {
    begun.open()
    scrolled.wait()
    diary.note("first")
    ended.open()
  }
  queue.async { diary.note("second") }

  begun.wait()
  queue.suspend()
  queue.suspend()  // Dispatch counts.
  scrolled.open()
  ended.wait()
  diary.note("resumed once")
  queue.resume()
  diary.note("resumed twice")
  queue.resume()
  queue.sync {}

  // A concurrent queue has passed everything to the pool by
  // now: suspended, it still runs all of it.
  let pool = DispatchQueue(label: "pool", attributes: .concurrent)
  let (group, rest) = (DispatchGroup(), Gate())
  let submitted = 200
  for _ in 1...submitted {
    pool.async(group: group) {
      rest.wait()
      diary.span("wide") {}
    }
  }
  pool.suspend()
  rest.open()
  _ = group.wait(timeout: .now() + 5)
  let ran = diary.story.spans.count
  diary.figure("of \(submitted) ran though suspended", ran)
  pool.resume()
  group.wait()
}
