import Dispatch
import LessonKit

/// Five photos, one at a time: how many are left? A queue
/// can't say, so count along the way.
public func gcd() {
  let queue = DispatchQueue(label: "filters")
  let begun = Gate()
  let look = Gate()
  let counts = Locked((pending: 0, running: 0, done: 0))

  for number in 1...5 {
    diary.submitted("filter \(number)")
    counts.withLock { $0.pending += 1 }
    queue.async {
      counts.withLock {
        $0.pending -= 1
        $0.running += 1
      }
      diary.span("filter \(number)") {
        begun.open()
        look.wait()
      }
      counts.withLock {
        $0.running -= 1
        $0.done += 1
      }
    }
  }
  begun.wait()
  show("look")
  // All three counts, at one moment.
  let now = counts.withLock { $0 }
  show("pending", now.pending)
  show("running", now.running)
  look.open()
  queue.sync {}
  let end = counts.withLock { $0 }
  show("pending at the end", end.pending)
  show("percent done", end.done * 100 / 5)
}

// Only for running and checking it here.
// computes: filter *
