import Foundation
import LessonKit

/// Meant: to say when all photos have been filtered.
public func trap() {
  let filters = OperationQueue()
  let (isAsked, done) = (Gate(), Gate())

  transfer("list", milliseconds: 20, after: isAsked) {
    diary.submitted("filter")
    filters.addOperation {
      compute("filter", milliseconds: 20)
      done.open()
    }
  }
  // Wrong: an empty queue may still get its first photo.
  let isOver = filters.operationCount == 0
  show(isOver ? "“all photos are filtered”" : "still at work")
  isAsked.open()
  done.wait()
}

// Only for running and checking it here.
// anywhere: list
// computes: filter
