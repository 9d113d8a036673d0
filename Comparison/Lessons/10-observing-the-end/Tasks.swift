import LessonKit

/// Any number of tasks may await the end of another.
public func tasks(_ diary: Diary) async {
  diary.submitted("filter")
  let filter = Task { diary.span("filter") { "the photo" } }
  await withTaskGroup { group in
    for name in ["first observer", "second observer"] {
      diary.submitted(name)
      group.addTask {
        _ = await filter.value
        diary.span(name) {}
      }
    }
  }
  // It is never too late to observe.
  diary.submitted("late observer")
  _ = await filter.value
  diary.span("late observer") {}

  // What is reported more than once is a stream, for one
  // listener.
  let percents = AsyncStream { report in
    for percent in [50, 100] { report.yield(percent) }
    report.finish()
  }
  for await percent in percents { diary.figure("percent", percent) }
}
