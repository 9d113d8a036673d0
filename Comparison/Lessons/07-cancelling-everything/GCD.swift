import Dispatch
import LessonKit

/// Ten photos wait behind one that is being filtered, and all
/// are cancelled. A queue cannot list what it holds: keep the
/// items yourself.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")
  let begun = Gate()
  let isCancelled = Locked(false)

  let first = DispatchWorkItem {
    begun.open()
    diary.span("first") {
      while !isCancelled.withLock({ $0 }) { compute(milliseconds: 1) }
    }
  }
  let rest = (1...10).map { _ in
    DispatchWorkItem { diary.note("filtered") }
  }
  for item in [first] + rest { queue.async(execute: item) }
  begun.wait()

  // What waits is cancelled item by item. What runs has to
  // check; a flag can be shared by any amount of work.
  for item in rest { item.cancel() }
  isCancelled.withLock { $0 = true }
  queue.sync {}

  // The items are cancelled, not the queue.
  queue.sync { diary.note("new photo filtered") }
}
