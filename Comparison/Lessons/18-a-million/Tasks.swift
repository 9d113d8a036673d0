import LessonKit

/// Empty jobs, each a child task. Nothing holds them back, so
/// they run while others are still being added.
public func tasks(_ diary: Diary) async {
  let clock = ContinuousClock()

  let time = await clock.measure {
    await diary.span("submit and run") {
      // It keeps no results, and frees each task as it ends.
      await withDiscardingTaskGroup { group in
        for _ in 0..<diary.jobs { group.addTask {} }
      }
    }
  }
  if isDebugBuild { diary.note("a debug build, so it says little") }
  diary.figure("jobs", diary.jobs)
  diary.figure("ns a job", Int(time / .nanoseconds(diary.jobs)))
}
