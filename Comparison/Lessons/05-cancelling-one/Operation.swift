import Foundation
import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is running.
@MainActor private final class PhotoFilters {
  private let (first, queue) = (BlockOperation(), OperationQueue())
  private let second = BlockOperation {
    compute("second", milliseconds: 20)
  }
  init() {
    first.addExecutionBlock { [unowned first] in
      diary.span("first") {
        while !first.isCancelled { compute(milliseconds: 20) }
      }
    }
    let after = BlockOperation { [second] in
      show("second has ended")
      if second.isFinished { show("second is finished") }
    }
    after.addDependency(second)
    queue.maxConcurrentOperationCount = 1
    diary.submitted("first", "second")
    queue.addOperations([first, second, after], waitUntilFinished: false)
  }
  func cancelSecond() {
    diary.cancelled("second")
    second.cancel()
  }
  func cancelFirst() {
    show(second.isFinished ? "ended at once" : "second not ended yet")
    diary.cancelled("first")
    first.cancel()
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let filters = PhotoFilters()
  await started("first")
  await transfer(milliseconds: 30)
  filters.cancelSecond()
  await transfer(milliseconds: 10)
  filters.cancelFirst()
  await ended("second is finished")
}
// computes: first
