import Foundation
import LessonKit

/// A photo is filtered where nobody waits for it, and shown
/// where views live: on the main queue.
public func operation() {
  let shown = Gate()
  // There is no shared background queue: make one, and keep
  // it.
  let filters = OperationQueue()
  filters.name = "filters"
  filters.qualityOfService = .userInitiated

  diary.submitted("filter")
  filters.addOperation {
    let name = OperationQueue.current?.name ?? "none"
    show("on the queue “\(name)”")
    diary.span("filter") { compute(milliseconds: 40) }
    diary.submitted("show")
    OperationQueue.main.addOperation {
      diary.span("show") { compute(milliseconds: 10) }
      shown.open()
    }
  }
  diary.span("caller continues") { compute(milliseconds: 20) }
  shown.wait()
}
