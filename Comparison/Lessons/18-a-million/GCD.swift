import Dispatch
import LessonKit

/// Runs empty jobs, submitted to a suspended queue. The time is
/// the queue's own cost.
nonisolated private func runEmptyJobs() {
  let queue = DispatchQueue(label: "jobs")
  let group = DispatchGroup()
  let start = ContinuousClock.now
  queue.suspend()
  let span = diary.begin("run")

  for _ in 0..<manyJobs { queue.async(group: group) {} }
  group.notify(queue: .main) {
    let time = ContinuousClock.now - start
    if isDebugBuild { show("a debug build, so it says little") }
    show("jobs", manyJobs)
    show("ns a job", Int(time / .nanoseconds(manyJobs)))
    span.end()
  }
  queue.resume()
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  DispatchQueue(label: "caller").async { runEmptyJobs() }
  await ended("run")
}
// anywhere: run
