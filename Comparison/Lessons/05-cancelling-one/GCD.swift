import Dispatch
import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is running.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")
  let (begun, ended) = (Gate(), Gate())

  // The closure has to check its own item, so it captures it:
  // a retain cycle.
  var first: DispatchWorkItem!
  first = DispatchWorkItem {
    diary.span("first") {
      begun.open()
      while !first.isCancelled { compute(milliseconds: 20) }
    }
  }
  let second = DispatchWorkItem {
    diary.span("second") { compute(milliseconds: 20) }
  }
  // An item does not report whether it has finished. It
  // notifies.
  second.notify(queue: queue) {
    diary.note("second has ended")
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
  diary.note(ended.isOpen ? "ended at once" : "second not ended yet")
  diary.cancelled("first")
  first.cancel()
  ended.wait()

  first = nil  // Breaks the cycle.
}
