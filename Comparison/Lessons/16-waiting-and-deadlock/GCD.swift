import Dispatch
import LessonKit

/// A closure waits for another on the queue that it is running
/// on. `queue.sync` in its place would trap.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "photos")
  let key = DispatchSpecificKey<Bool>()
  queue.setSpecific(key: key, value: true)

  queue.async {
    let inner = DispatchWorkItem { diary.note("inner runs") }
    queue.async(execute: inner)
    let outcome = diary.span("waits") {
      inner.wait(timeout: .now() + .milliseconds(50))
    }
    diary.note(outcome == .timedOut ? "waited in vain" : "no deadlock")
  }
  queue.sync {}

  // One cure: ask whether this is the queue already.
  @Sendable func onQueue(_ body: () -> Void) {
    if DispatchQueue.getSpecific(key: key) == true {
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

  // Its limit: on another queue, for which this one waits,
  // the answer is no, and `onQueue` would trap.
  let other = DispatchQueue(label: "other")
  queue.sync {
    other.sync {
      let isSeen = DispatchQueue.getSpecific(key: key) == true
      diary.note(isSeen ? "seen" : "not seen from another queue")
      // The check that does see it.
      dispatchPrecondition(condition: .onQueue(queue))
      diary.note("but the precondition sees it")
    }
  }
}
