import Dispatch
import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is running.
public func gcd() {
  let queue = DispatchQueue(label: "filters")
  let begun = Gate()
  let ended = Gate()

  // The closure has to check its own item. Weak, because the
  // item retains its closure. Safe: set once, before the item
  // is submitted.
  nonisolated(unsafe) weak var own: DispatchWorkItem?
  let first = DispatchWorkItem { @Sendable in
    diary.span("first") {
      begun.open()
      while own?.isCancelled == false { compute(milliseconds: 20) }
    }
  }
  own = first
  let second = DispatchWorkItem { @Sendable in
    compute("second", milliseconds: 20)
  }
  // An item does not report whether it has finished. It
  // notifies.
  second.notify(queue: queue) { @Sendable in
    show("second has ended")
    ended.open()
  }

  diary.submitted("first")
  queue.async(execute: first)
  diary.submitted("second")
  queue.async(execute: second)
  begun.wait()
  block(milliseconds: 30)
  diary.cancelled("second")
  second.cancel()
  show(ended.isOpen ? "ended at once" : "second not ended yet")
  diary.cancelled("first")
  first.cancel()
  ended.wait()
}

// Only for running and checking it here.
// computes: first
