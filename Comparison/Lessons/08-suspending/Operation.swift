import Foundation
import LessonKit

/// A queue is suspended while it works.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let begun = Gate()
  let scrolled = Gate()
  let ended = Gate()
  diary.submitted("first")
  queue.addOperation {
    diary.span("first") {
      begun.open()
      scrolled.wait()
      show("first continues")
      compute(milliseconds: 20)
    }
    ended.open()
  }
  diary.submitted("second")
  queue.addOperation {
    compute("second", milliseconds: 20)
  }

  begun.wait()
  block(milliseconds: 20)
  queue.isSuspended = true
  queue.isSuspended = true  // A switch.
  diary.suspended("queue")
  scrolled.open()
  ended.wait()
  block(milliseconds: 40)
  show("resumed")
  diary.resumed("queue")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}

// Only for running and checking it here.
// computes: first; second
