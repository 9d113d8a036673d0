import Dispatch
import LessonKit

/// Any number of observers, each on the queue that it names.
@MainActor private final class Filter {
  private let queue = DispatchQueue(label: "filters")
  private let reports = DispatchQueue(label: "reports")
  private let item = DispatchWorkItem { @Sendable in
    compute("filter", milliseconds: 20)
  }

  func start() {
    observe("first observer")
    observe("second observer")
    diary.submitted("filter")
    queue.async(execute: item)
  }
  // It is never too late to observe.
  func observe(_ name: String) {
    diary.depends(name, on: "filter")
    diary.submitted(name)
    item.notify(queue: reports) { @Sendable in
      compute(name, milliseconds: 10)
    }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let filter = Filter()
  filter.start()
  await ended("first observer", "second observer")
  filter.observe("late observer")
  await ended("late observer")
}
// computes: filter; first observer; second observer; late observer
// order: filter < first observer; filter < second observer
// order: first observer < late observer; second observer < late observer
