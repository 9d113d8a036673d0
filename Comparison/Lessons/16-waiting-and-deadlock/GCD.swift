import Dispatch
import LessonKit

/// A closure waits for another on the queue that it is running
/// on. `queue.sync` in its place would trap.
public func gcd() {
  let queue = DispatchQueue(label: "photos")
  let key = DispatchSpecificKey<Bool>()
  queue.setSpecific(key: key, value: true)

  queue.async {
    diary.span("outer") {
      let inner = DispatchWorkItem {
        diary.span("inner") { compute(milliseconds: 10) }
      }
      diary.submitted("inner")
      queue.async(execute: inner)
      let end = inner.wait(timeout: .now() + .milliseconds(50))
      show(end == .timedOut ? "gave up" : "no deadlock")
    }
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
  onQueue { diary.span("from outside") { compute(milliseconds: 20) } }
  queue.async {
    diary.span("outer, cured") {
      onQueue { diary.span("its inner") { compute(milliseconds: 20) } }
    }
  }
  queue.sync {}

  // Its limit: on another queue, for which this one waits,
  // the answer is no, and `onQueue` would trap.
  let other = DispatchQueue(label: "other")
  queue.sync {
    other.sync {
      let isSeen = DispatchQueue.getSpecific(key: key) == true
      show(isSeen ? "seen" : "not seen from another queue")
      // The check that does see it.
      dispatchPrecondition(condition: .onQueue(queue))
      show("but the precondition sees it")
    }
  }
}
