import Foundation
import LessonKit

/// Runs empty jobs, added to a suspended queue, one at a time.
/// The time is the queue's own cost. The last job shows it.
private func runEmptyJobs() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let start = ContinuousClock.now
  queue.isSuspended = true
  let span = diary.begin("run")

  for _ in 0..<manyJobs { queue.addOperation {} }
  queue.addOperation {
    let time = ContinuousClock.now - start
    if isDebugBuild { show("a debug build, so it says little") }
    show("jobs", manyJobs)
    show("ns a job", Int(time / .nanoseconds(manyJobs)))
    span.end()
  }
  queue.isSuspended = false
}

// Only for running and checking it here.
@MainActor public func operation() async {
  runEmptyJobs()
  await ended("run")
}
// anywhere: run
