import LessonKit

/// Any number of tasks may await the end of another.
public func tasks() async {
  diary.submitted("filter")
  let filter = Task {
    await render("filter")
    return "the photo"
  }
  await withTaskGroup { group in
    for name in ["first observer", "second observer"] {
      diary.depends(name, on: "filter")
      diary.submitted(name)
      group.addTask {
        _ = await filter.value
        await render(name)
      }
    }
  }
  // It is never too late to observe.
  diary.depends("late observer", on: "filter")
  diary.submitted("late observer")
  _ = await filter.value
  await render("late observer")

  // Repeated events are a stream, one for each listener.
  await withTaskGroup { group in
    let sources = ["list", "badge"].map { name in
      let (percents, source) = AsyncStream.makeStream(of: Int.self)
      group.addTask {
        for await percent in percents {
          show("the \(name) shows \(percent) %")
        }
      }
      return source
    }
    for percent in [50, 100] {
      for source in sources { source.yield(percent) }
    }
    for source in sources { source.finish() }
  }
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(_ job: String) async {
  compute(job, milliseconds: 10)
}

// Only for running and checking it here.
// computes: filter; first observer; second observer; late observer
// order: filter < first observer; filter < second observer
// order: first observer < late observer; second observer < late observer
