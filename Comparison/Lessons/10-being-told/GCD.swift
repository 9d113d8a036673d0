import Dispatch
import LessonKit

/// Whoever wants to know when work is over says on which
/// queue.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")
  let reports = DispatchQueue(label: "reports")
  let done = Gate()
  let item = DispatchWorkItem { diary.note("filtered") }

  item.notify(queue: reports) { diary.note("told") }
  item.notify(queue: reports) { diary.note("told as well") }
  queue.async(execute: item)
  item.wait()

  // It is never too late to ask.
  item.notify(queue: reports) {
    diary.note("told late")
    done.open()
  }
  done.wait()
}
