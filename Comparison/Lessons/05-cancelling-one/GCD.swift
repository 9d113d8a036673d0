import Dispatch
import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is under way.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")
  let begun = Gate()

  // A body has to ask, and the item knows itself only by this
  // detour, which keeps it alive until it is cut.
  var first: DispatchWorkItem!
  first = DispatchWorkItem {
    begun.open()
    diary.span("first") {
      while !first.isCancelled { compute(milliseconds: 1) }
    }
  }
  let second = DispatchWorkItem { diary.span("second") {} }
  second.notify(queue: queue) { diary.note("second has ended") }

  queue.async(execute: first)
  queue.async(execute: second)
  begun.wait()
  diary.note("cancel both")
  second.cancel()
  first.cancel()

  queue.sync {}  // All that came before.
  first = nil
  queue.sync {}
}
