import LessonKit

/// Any number of tasks may await the end of another.
public func tasks() async {
  diary.submitted("filter")
  let filter = Task {
    compute("filter", milliseconds: 20)
    return "the photo"
  }
  await withTaskGroup { group in
    for name in ["first observer", "second observer"] {
      diary.depends(name, on: "filter")
      diary.submitted(name)
      group.addTask {
        _ = await filter.value
        compute(name, milliseconds: 10)
      }
    }
  }
  // It is never too late to observe.
  diary.depends("late observer", on: "filter")
  diary.submitted("late observer")
  _ = await filter.value
  compute("late observer", milliseconds: 10)

  // Repeated events are a stream, one for each listener.
  let listeners = ["list", "badge"].map { name in
    (name: name, stream: AsyncStream.makeStream(of: Int.self))
  }
  for percent in [50, 100] {
    for listener in listeners {
      listener.stream.continuation.yield(percent)
    }
  }
  for (name, (percents, source)) in listeners {
    source.finish()
    for await percent in percents {
      show("the \(name) shows \(percent) %")
    }
  }
}
