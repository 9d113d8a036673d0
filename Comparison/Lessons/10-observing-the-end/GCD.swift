import Dispatch
import LessonKit

/// Any number of observers, each on the queue that it names.
public func gcd() {
  let queue = DispatchQueue(label: "filters")
  let reports = DispatchQueue(label: "reports")
  let done = Gate()
  let item = DispatchWorkItem { @Sendable in
    compute("filter", milliseconds: 20)
  }

  for name in ["first observer", "second observer"] {
    diary.depends(name, on: "filter")
    diary.submitted(name)
    item.notify(queue: reports) { @Sendable in
      compute(name, milliseconds: 10)
    }
  }
  diary.submitted("filter")
  queue.async(execute: item)
  item.wait()

  // It is never too late to observe.
  diary.depends("late observer", on: "filter")
  diary.submitted("late observer")
  item.notify(queue: reports) { @Sendable in
    compute("late observer", milliseconds: 10)
    done.open()
  }
  done.wait()
}

// Only for running and checking it here.
// computes: filter; first observer; second observer; late observer
