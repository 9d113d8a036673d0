import LessonKit

/// Empty jobs, each a child task. Nothing holds them back, so
/// they run while others are still being added.
public func tasks() async {
  let clock = ContinuousClock()

  let time = await clock.measure {
    await diary.span("submit and run") {
      // It keeps no results, and frees each task as it ends.
      await withDiscardingTaskGroup { group in
        for _ in 0..<manyJobs { group.addTask {} }
      }
    }
  }
  if isDebugBuild { show("a debug build, so it says little") }
  show("jobs", manyJobs)
  show("ns a job", Int(time / .nanoseconds(manyJobs)))
}
