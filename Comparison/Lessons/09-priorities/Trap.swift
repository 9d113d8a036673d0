import Foundation
import LessonKit

/// Meant: the urgent filter comes first.
private func filterUrgent() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let others = Locked(0)

  let mask = BlockOperation { compute("mask", milliseconds: 10) }
  mask.queuePriority = .veryLow
  let urgent = BlockOperation {
    diary.span("urgent filter") {
      show("urgent, after \(others.withLock { $0 }) others")
      compute(milliseconds: 10)
    }
  }
  urgent.queuePriority = .veryHigh
  // Wrong: the urgent one waits for one of very low priority.
  urgent.addDependency(mask)
  diary.depends("urgent filter", on: "mask")

  queue.isSuspended = true
  diary.submitted("mask", "urgent filter")
  queue.addOperations([mask, urgent], waitUntilFinished: false)
  for number in 1...3 {
    diary.submitted("other \(number)")
    queue.addOperation {
      compute("other \(number)", milliseconds: 10)
      others.withLock { $0 += 1 }
    }
  }
  queue.isSuspended = false
}

// Only for running and checking it here.
@MainActor public func trap() async {
  filterUrgent()
  await ended("urgent filter")
}
// computes: other 1; other 2; other 3; mask; urgent filter
// order: other 3 < mask; mask < urgent filter
