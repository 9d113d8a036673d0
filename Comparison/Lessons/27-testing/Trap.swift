import Foundation
import LessonKit

/// Meant: a test that waits until the row is shown.
@MainActor private func testRow() async {
  let queue = OperationQueue()
  let isShown = Locked(false)

  let filter = BlockOperation {
    compute("filter", milliseconds: 20)
  }
  filter.completionBlock = {
    diary.span("show the row") {
      // On a busy machine, its thread is late.
      waitUntilEnded("failed: no row is shown")
      isShown.withLock { $0 = true }
    }
  }
  diary.submitted("filter")
  queue.addOperation(filter)
  // Wrong: this doesn't wait for completion blocks.
  await finished(queue)
  show(isShown.withLock { $0 } ? "passed" : "failed: no row is shown")
}

// Only for running and checking it here.
@MainActor public func trap() async {
  await testRow()
  await ended("show the row")
}
// computes: filter; show the row
// order: filter < show the row
