import Foundation
import LessonKit

/// Meant: a cancelled filter stops.
public func trap() {
  let queue = OperationQueue()
  let (begun, isCancelled) = (Gate(), Gate())
  let filter = BlockOperation {
    diary.span("filter") {
      for row in 1...4 {
        // Wrong: nothing here asks whether it was cancelled.
        compute(milliseconds: 10)
        if row == 1 {
          begun.open()
          isCancelled.wait()
        }
      }
      show("all 4 rows are filtered")
    }
  }
  diary.submitted("filter")
  queue.addOperation(filter)
  begun.wait()
  diary.cancelled("filter")
  filter.cancel()
  isCancelled.open()
  queue.waitUntilAllOperationsAreFinished()
}

// Only for running and checking it here.
// computes: filter
