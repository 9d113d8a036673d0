import Foundation
import LessonKit

/// Meant: a test that waits until the row is shown.
public func trap() {
  let queue = OperationQueue()
  let isShown = Locked(false)
  let (tested, shown) = (Gate(), Gate())

  let filter = BlockOperation {
    compute("filter", milliseconds: 20)
  }
  filter.completionBlock = {
    // On a busy machine, its thread is late.
    tested.wait()
    diary.span("show the row") {
      isShown.withLock { $0 = true }
      compute(milliseconds: 10)
    }
    shown.open()
  }
  diary.submitted("filter")
  queue.addOperation(filter)
  // Wrong: this doesn't wait for completion blocks.
  queue.waitUntilAllOperationsAreFinished()
  show(isShown.withLock { $0 } ? "passed" : "failed: no row is shown")
  tested.open()
  shown.wait()
}

// Only for running and checking it here.
// computes: filter; show the row
