import Dispatch
import LessonKit

/// The filter as a closure, as a method, and as a work item.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")

  queue.async { diary.note("a closure") }

  let filter = Filter(title: "a method", diary: diary)
  queue.async(execute: filter.run)

  // An object: it can be cancelled and waited for. It cannot
  // be subclassed, and holds no result.
  let item = DispatchWorkItem { diary.note("a work item") }
  queue.async(execute: item)
  item.wait()

  let cancelled = DispatchWorkItem { diary.note("cancelled") }
  cancelled.cancel()
  queue.async(execute: cancelled)
  queue.sync {}
}

private struct Filter: Sendable {
  let title: String
  let diary: Diary

  func run() { diary.note(title) }
}
