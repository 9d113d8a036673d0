import Dispatch
import LessonKit

/// A queue is suspended while it works.
public func gcd() {
  let queue = DispatchQueue(label: "serial")
  let begun = Gate()
  let scrolled = Gate()
  let ended = Gate()
  diary.submitted("first")
  queue.async {
    diary.span("first") {
      begun.open()
      scrolled.wait()
      show("first continues")
      compute(milliseconds: 20)
    }
    ended.open()
  }
  diary.submitted("second")
  queue.async {
    compute("second", milliseconds: 20)
  }

  begun.wait()
  block(milliseconds: 20)
  queue.suspend()
  diary.suspended("queue")
  queue.suspend()  // Dispatch counts.
  diary.suspended("queue")
  scrolled.open()
  ended.wait()
  block(milliseconds: 20)
  show("resumed once")
  diary.resumed("queue")
  queue.resume()
  block(milliseconds: 20)
  show("resumed twice")
  diary.resumed("queue")
  queue.resume()
  queue.sync {}

  // By now, the concurrent queue has passed everything to the
  // pool. All of it runs, although the queue is suspended.
  let pool = DispatchQueue(label: "pool", attributes: .concurrent)
  let group = DispatchGroup()
  let rest = Gate()
  let ran = Locked(0)
  let submitted = 200
  for _ in 1...submitted {
    diary.submitted("photo")
    pool.async(group: group) {
      rest.wait()
      block("photo", milliseconds: 1)
      ran.withLock { $0 += 1 }
    }
  }
  pool.suspend()
  diary.suspended("pool")
  block(milliseconds: 20)
  rest.open()
  _ = group.wait(timeout: .now() + 60)
  let count = ran.withLock { $0 }
  show("of \(submitted) ran though suspended", count)
  diary.resumed("pool")
  pool.resume()
  group.wait()
}

// Only for running and checking it here.
// computes: first; second; photo
