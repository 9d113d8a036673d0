import Foundation
import LessonKit

/// Empty jobs, added to a queue that is suspended, then
/// resumed: what is left is the cost of the queue.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let clock = ContinuousClock()
  queue.isSuspended = true

  let time = clock.measure {
    diary.span("submit") {
      for _ in 0..<diary.jobs { queue.addOperation {} }
    }
    diary.span("run") {
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    }
  }
  if isDebugBuild { diary.note("a debug build, so it says little") }
  diary.figure("jobs", diary.jobs)
  diary.figure("ns a job", Int(time / .nanoseconds(diary.jobs)))
}
