import Dispatch
import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is under way.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")
  let (begun, ended) = (Gate(), Gate())

  // The closure has to check its own item, so it captures it:
  // a retain cycle.
  var first: DispatchWorkItem!
  first = DispatchWorkItem {
    begun.open()
    diary.span("first") {
      while !first.isCancelled { compute(milliseconds: 1) }
    }
  }
  let second = DispatchWorkItem { diary.span("second") {} }
  // An item does not report whether it has finished. It
  // notifies.
  second.notify(queue: queue) {
    diary.note("second has ended")
    ended.open()
  }

  queue.async(execute: first)
  queue.async(execute: second)
  begun.wait()
  diary.note("cancel both")
  second.cancel()
  diary.figure("second ended at once", ended.isOpen ? 1 : 0)
  first.cancel()
  ended.wait()
  diary.figure("second ended", ended.isOpen ? 1 : 0)

  first = nil  // Breaks the cycle.
}
