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
  diary.figure("second ended at once", isOver(second) ? 1 : 0)
  first.cancel()

  queue.sync {}  // All that came before.
  diary.figure("second ended", isOver(second) ? 1 : 0)
  first = nil
  queue.sync {}
}

/// To wait no time is to ask. Once it is over, that may be
/// asked only once.
private func isOver(_ item: DispatchWorkItem) -> Bool {
  item.wait(timeout: .now()) == .success
}
