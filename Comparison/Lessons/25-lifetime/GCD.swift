import Dispatch
import LessonKit

/// A photo is captured by work. How long is it kept?
@MainActor private final class Filters {
  private let queue = DispatchQueue(label: "filters")
  private var item: DispatchWorkItem?

  /// Captured by a closure on a queue.
  func submitClosure(with photo: Photo) {
    diary.submitted("closure")
    queue.async { photo.use(in: "closure") }
  }

  /// Captured by a work item.
  func submitItem(with photo: Photo) {
    diary.submitted("work item")
    let item = DispatchWorkItem { @Sendable in
      photo.use(in: "work item")
    }
    queue.async(execute: item)
    self.item = item
  }
  func releaseItem() {
    show("the work item is let go")
    item = nil
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let filters = Filters()
  let (first, second) = (Gate(), Gate())
  filters.submitClosure(with: Photo(freed: first))
  await first.opened()
  filters.submitItem(with: Photo(freed: second))
  await ended("work item")
  filters.releaseItem()
  await second.opened()
}
// computes: closure; work item
// order: closure < work item
