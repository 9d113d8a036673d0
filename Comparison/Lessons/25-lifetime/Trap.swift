import Foundation
import LessonKit

/// Meant: when the filter has ended, its photo is freed.
public func trap() {
  let freed = Gate()
  filter(Photo(freed: freed))
  let isFreed = freed.wait(milliseconds: 100)
  show(isFreed ? "freed" : "never freed")
}

private func filter(_ photo: Photo) {
  let filter = BlockOperation()
  // Wrong: the operation keeps its block, and the block keeps
  // the operation.
  filter.addExecutionBlock {
    if !filter.isCancelled { photo.use(in: "filter") }
  }
  diary.submitted("filter")
  OperationQueue().addOperations([filter], waitUntilFinished: true)
}

// Only for running and checking it here.
// computes: filter
