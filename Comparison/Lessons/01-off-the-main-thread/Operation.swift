import Foundation
import LessonKit

/// A photo is filtered where it keeps nobody waiting, and
/// shown where views live: on the main queue.
public func operation(_ diary: Diary) {
  let shown = Gate()
  // There is no shared queue in the background: make one, and
  // keep it.
  let filters = OperationQueue()
  filters.name = "filters"
  filters.qualityOfService = .userInitiated

  filters.addOperation {
    let name = OperationQueue.current?.name ?? "none"
    diary.note("on the queue “\(name)”")
    diary.span("filter") { compute(milliseconds: 20) }
    OperationQueue.main.addOperation {
      diary.note("shown")
      shown.open()
    }
  }
  diary.note("the caller goes on")
  shown.wait()
}
