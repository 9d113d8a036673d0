import Dispatch
import LessonKit

/// Runs empty jobs, submitted to a suspended queue. The time is
/// the queue's own cost.
public func gcd() {
  let queue = DispatchQueue(label: "jobs")
  let group = DispatchGroup()
  let clock = ContinuousClock()
  queue.suspend()

  let time = clock.measure {
    diary.span("submit") {
      for _ in 0..<manyJobs { queue.async(group: group) {} }
    }
    diary.span("run") {
      queue.resume()
      group.wait()
    }
  }
  if isDebugBuild { show("a debug build, so it says little") }
  show("jobs", manyJobs)
  show("ns a job", Int(time / .nanoseconds(manyJobs)))
}

// Only for running and checking it here.
// anywhere: submit; run
