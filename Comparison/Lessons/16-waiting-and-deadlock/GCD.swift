import Dispatch
import LessonKit

/// A body waits for another on the queue that it is on
/// itself. With `sync` in place of what is here, it would
/// wait for ever.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "photos")
  let me = DispatchSpecificKey<Bool>()
  queue.setSpecific(key: me, value: true)

  queue.async {
    let inner = DispatchWorkItem { diary.note("inner runs") }
    queue.async(execute: inner)
    let outcome = diary.span("waits") {
      inner.wait(timeout: .now() + .milliseconds(50))
    }
    diary.note(outcome == .timedOut ? "waited in vain" : "no deadlock")
  }
  queue.sync {}

  // The cure: do not wait, or ask whether one is there
  // already.
  @Sendable func onQueue(_ body: () -> Void) {
    if DispatchQueue.getSpecific(key: me) == true {
      body()
    } else {
      queue.sync(execute: body)
    }
  }
  onQueue { diary.note("from outside") }
  queue.async {
    onQueue { diary.note("from inside") }
  }
  queue.sync {}

  // Its limit: on another queue, for which this one waits, it
  // says no, and `onQueue` would be a deadlock.
  let other = DispatchQueue(label: "other")
  queue.sync {
    other.sync {
      let isSeen = DispatchQueue.getSpecific(key: me) == true
      diary.note(isSeen ? "seen" : "not seen from another queue")
    }
  }
}
