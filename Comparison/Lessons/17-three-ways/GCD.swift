import Dispatch
import LessonKit

/// The filter as a closure, as a method, and as a work item.
private func submitAll() {
  let queue = DispatchQueue(label: "filters")

  diary.submitted("closure")
  queue.async { compute("closure", milliseconds: 10) }

  let filter = Filter(title: "method")
  diary.submitted("method")
  queue.async(execute: filter.run)

  // An object: it can be cancelled and observed. It can't be
  // subclassed, and holds no result.
  let item = DispatchWorkItem { @Sendable in
    compute("work item", milliseconds: 10)
  }
  diary.submitted("work item")
  queue.async(execute: item)

  let cancelled = DispatchWorkItem { @Sendable in
    compute("cancelled", milliseconds: 10)
  }
  cancelled.cancel()
  diary.cancelled("cancelled")
  diary.submitted("cancelled")
  queue.async(execute: cancelled)
  cancelled.notify(queue: .main) { show("the cancelled item has ended") }
}

/// `nonisolated`, because a queue runs it.
nonisolated private struct Filter: Sendable {
  let title: String

  func run() { compute(title, milliseconds: 10) }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  submitAll()
  await ended("the cancelled item has ended")
}
// computes: closure; method; work item
// order: closure < method; method < work item
