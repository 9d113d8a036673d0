import Dispatch
import LessonKit

/// Any number of observers, each on the queue that it names.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")
  let reports = DispatchQueue(label: "reports")
  let done = Gate()
  let item = DispatchWorkItem { diary.note("filtered") }

  for name in ["first observer", "second observer"] {
    item.notify(queue: reports) { diary.note(name) }
  }
  queue.async(execute: item)
  item.wait()

  // It is never too late to observe.
  item.notify(queue: reports) {
    diary.note("late observer")
    done.open()
  }
  done.wait()
}
