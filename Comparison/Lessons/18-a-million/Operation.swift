import Foundation
import LessonKit

/// Empty jobs, handed to a queue that is held back, then let
/// go: all that is left is what the queue costs.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let clock = ContinuousClock()
  queue.isSuspended = true

  let time = clock.measure {
    diary.span("hand over") {
      for _ in 0..<diary.jobs { queue.addOperation {} }
    }
    diary.span("run") {
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    }
  }
  diary.figure("jobs", diary.jobs)
  diary.figure("ns a job", Int(time / .nanoseconds(diary.jobs)))
}
