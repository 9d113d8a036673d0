import Dispatch
import LessonKit

/// Any number of observers, each on the queue that it names.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")
  let reports = DispatchQueue(label: "reports")
  let done = Gate()
  let item = DispatchWorkItem { diary.span("filter") {} }

  for name in ["first observer", "second observer"] {
    diary.submitted(name)
    item.notify(queue: reports) { diary.span(name) {} }
  }
  diary.submitted("filter")
  queue.async(execute: item)
  item.wait()

  // It is never too late to observe.
  diary.submitted("late observer")
  item.notify(queue: reports) {
    diary.span("late observer") {}
    done.open()
  }
  done.wait()
}
