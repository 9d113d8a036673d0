import Dispatch
import LessonKit

/// A photo is captured by work. How long is it kept?
public func gcd() {
  let queue = DispatchQueue(label: "filters")

  // By a closure, until it has run.
  let first = Gate()
  let second = Gate()
  diary.submitted("closure")
  submit(Photo(freed: first), to: queue)
  first.wait()

  // By a work item, as long as that is there itself.
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
  DispatchWorkItem { photo.use(in: "work item") }
}
