import Dispatch
import LessonKit

/// A photo is captured by work. How long is it kept?
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")

  // By a closure, until it has run.
  let (first, second) = (Gate(), Gate())
  diary.submitted("closure")
  submit(Photo(diary, freed: first), to: queue)
  first.wait()

  // By a work item, as long as that is there itself.
  var item: DispatchWorkItem? = filter(Photo(diary, freed: second))
  item?.perform()
  diary.note("the work item is let go")
  item = nil
  second.wait()
}

private func submit(_ photo: Photo, to queue: DispatchQueue) {
  queue.async { photo.use(in: "closure") }
}

private func filter(_ photo: Photo) -> DispatchWorkItem {
  DispatchWorkItem { photo.use(in: "work item") }
}
