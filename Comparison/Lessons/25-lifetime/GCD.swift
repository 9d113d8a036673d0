import Dispatch
import LessonKit

/// A photo is captured by work. How long is it kept?
public func gcd() {
  let queue = DispatchQueue(label: "filters")

  // Captured by a closure on a queue.
  let first = Gate()
  let second = Gate()
  diary.submitted("closure")
  submit(Photo(freed: first), to: queue)
  first.wait()

  // Captured by a work item.
  var item: DispatchWorkItem? = filter(Photo(freed: second))
  item?.perform()
  show("the work item is let go")
  item = nil
  second.wait()
}

private func submit(_ photo: Photo, to queue: DispatchQueue) {
  queue.async { photo.use(in: "closure") }
}

private func filter(_ photo: Photo) -> DispatchWorkItem {
  DispatchWorkItem { @Sendable in photo.use(in: "work item") }
}

// Only for running and checking it here.
// anywhere: work item
// computes: closure
