import Foundation
import LessonKit

/// Runs empty jobs, added to a suspended queue. The time is
/// the queue's own cost.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let clock = ContinuousClock()
  queue.isSuspended = true

  let time = clock.measure {
    diary.span("submit") {
      for _ in 0..<manyJobs { queue.addOperation {} }
    }
    diary.span("run") {
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    }
  }
  if isDebugBuild { show("a debug build, so it says little") }
  show("jobs", manyJobs)
  show("ns a job", Int(time / .nanoseconds(manyJobs)))
}

// Only for running and checking it here.
// anywhere: submit; run
