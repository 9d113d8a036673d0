import LessonKit

/// Any number of tasks may await the end of another.
private func observeFilter() -> Task<Void, Never> {
  diary.submitted("filter")
  let filter = Task { @concurrent in
    compute("filter", milliseconds: 10)
  }
  observe(filter, as: "first observer")
  observe(filter, as: "second observer")
  return filter
}

/// Adds an observer, for which it is never too late.
private func observe(_ filter: Task<Void, Never>, as name: String) {
  diary.depends(name, on: "filter")
  diary.submitted(name)
  Task { @concurrent in
    await filter.value
    compute(name, milliseconds: 10)
  }
}

/// Repeated events are a stream, one for each listener.
@MainActor private final class Download {
  private var listeners: [AsyncStream<Int>.Continuation] = []

  func showProgress(in name: String) {
    let (percents, listener) = AsyncStream.makeStream(of: Int.self)
    listeners.append(listener)
    Task {
      for await percent in percents {
        show("the \(name) shows \(percent) %")
      }
    }
  }
  func received(_ percent: Int) {
    for listener in listeners { listener.yield(percent) }
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  let filter = observeFilter()
  await ended("first observer", "second observer")
  observe(filter, as: "late observer")
  await ended("late observer")
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
