import LessonKit

/// Any number of tasks may await the end of another.
private func observeFilter() async {
  diary.submitted("filter")
  let filter = Task { await render("filter") }
  await withTaskGroup { group in
    for name in ["first observer", "second observer"] {
      diary.depends(name, on: "filter")
      diary.submitted(name)
      group.addTask {
        await filter.value
        await render(name)
      }
    }
  }
  // It is never too late to observe.
  diary.depends("late observer", on: "filter")
  diary.submitted("late observer")
  await filter.value
  await render("late observer")
}

/// Repeated events are a stream, one for each listener.
@MainActor private final class Download {
  private var listeners: [AsyncStream<Int>.Continuation] = []

  func showProgress(in name: String) {
    let (percents, listener) = AsyncStream.makeStream(of: Int.self)
    listeners.append(listener)
    Task {
      for await new in percents { show("the \(name) shows \(new) %") }
    }
  }
  func received(_ percent: Int) {
    for listener in listeners { listener.yield(percent) }
    // Otherwise, their tasks would wait forever.
    for listener in listeners where percent == 100 { listener.finish() }
  }
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(_ job: String) async {
  compute(job, milliseconds: 10)
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await observeFilter()
  let download = Download()
  download.showProgress(in: "list")
  download.showProgress(in: "badge")
  for percent in [50, 100] {
    download.received(percent)
    await ended("the list shows \(percent) %")
    await ended("the badge shows \(percent) %")
  }
}
// computes: filter; first observer; second observer; late observer
// order: filter < first observer; filter < second observer
// order: first observer < late observer; second observer < late observer
