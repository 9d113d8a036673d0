import Dispatch
import LessonKit

/// Four photos wait behind one that is being filtered, and all
/// are cancelled. A queue cannot list what it holds: keep the
/// items yourself.
public func gcd() {
  let queue = DispatchQueue(label: "filters")
  let begun = Gate()
  let isCancelled = Locked(false)

  let first = DispatchWorkItem {
    diary.span("photo 1") {
      begun.open()
      while !isCancelled.withLock({ $0 }) { compute(milliseconds: 20) }
    }
  }
  let rest = (2...5).map { number in
    DispatchWorkItem {
      diary.span("photo \(number)") { compute(milliseconds: 20) }
    }
  }
  let photos = (1...5).map { "photo \($0)" }
  for photo in photos { diary.submitted(photo) }
  for item in [first] + rest { queue.async(execute: item) }
  begun.wait()
  block(milliseconds: 30)

  // What waits is cancelled item by item. What runs has to
  // check; a flag can be shared by any amount of work.
  for photo in photos { diary.cancelled(photo) }
  for item in rest { item.cancel() }
  isCancelled.withLock { $0 = true }
  queue.sync {}

  // The items are cancelled, not the queue.
  queue.sync {
    diary.span("new photo") { compute(milliseconds: 20) }
  }
}
