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
  queue.suspend()  // It counts.
  scrolled.open()
  ended.wait()
  diary.note("resumed once")
  queue.resume()
  diary.note("resumed twice")
  queue.resume()
  queue.sync {}

  // A concurrent queue has handed on what it was given:
  // suspended now, it runs all of that.
  let pool = DispatchQueue(label: "pool", attributes: .concurrent)
  let (group, rest) = (DispatchGroup(), Gate())
  let given = 200
  for _ in 1...given {
    pool.async(group: group) {
      rest.wait()
      diary.span("wide") {}
    }
  }
  pool.suspend()
  rest.open()
  _ = group.wait(timeout: .now() + 5)
  let ran = diary.story.spans.count
  diary.figure("of \(given) ran though suspended", ran)
  pool.resume()
  group.wait()
}
