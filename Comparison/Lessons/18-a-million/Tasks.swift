import LessonKit

/// Runs empty jobs as child tasks. Nothing holds them back, so
/// they run while others are still being added.
private func runEmptyJobs() async {
  let clock = ContinuousClock()

  let time = await clock.measure {
    await diary.span("run") {
      // Keeps no results, and frees each task when it ends.
      await withDiscardingTaskGroup { group in
        for _ in 0..<manyJobs { group.addTask {} }
      }
    }
  }
  if isDebugBuild { show("a debug build, so it says little") }
  show("jobs", manyJobs)
  show("ns a job", Int(time / .nanoseconds(manyJobs)))
}

// Only for running and checking it here.
@MainActor public func tasks() async { await runEmptyJobs() }
// anywhere: run
