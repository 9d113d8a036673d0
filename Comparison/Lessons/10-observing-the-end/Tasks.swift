import LessonKit

/// Any number of tasks may await the end of another.
public func tasks(_ diary: Diary) async {
  let filter = Task {
    diary.note("filtered")
    return "the photo"
  }
  await withTaskGroup { group in
    for name in ["first observer", "second observer"] {
      group.addTask {
        _ = await filter.value
        diary.note(name)
      }
    }
  }
  // It is never too late to observe.
  _ = await filter.value
  diary.note("late observer")

  // What is reported more than once is a stream, for one
  // listener.
  let percents = AsyncStream { report in
    for percent in [50, 100] { report.yield(percent) }
    report.finish()
  }
  for await percent in percents { diary.figure("percent", percent) }
}
