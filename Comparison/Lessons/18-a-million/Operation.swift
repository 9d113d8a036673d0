import Foundation
import LessonKit

/// Runs empty jobs one at a time, added to a suspended queue.
/// The time is the queue's own cost. The last job shows it.
nonisolated private func runEmptyJobs() {
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
  Thread.detachNewThread { runEmptyJobs() }
  await ended("run")
}
// anywhere: run
