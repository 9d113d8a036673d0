import Foundation
import LessonKit

/// A photo is filtered in the background and shown on the main
/// queue.
private func filterPhoto() {
  // There is no shared background queue. An app makes one, and
  // keeps it.
  let filters = OperationQueue()
  filters.name = "filters"
  filters.qualityOfService = .userInitiated

  diary.submitted("filter")
  filters.addOperation {
    let name = OperationQueue.current?.name ?? "none"
    show("on the queue “\(name)”")
    compute("filter", milliseconds: 40)
    diary.submitted("show")
    OperationQueue.main.addOperation {
      // The compiler doesn't know that it is on the main actor.
      MainActor.assumeIsolated { render("show") }
    }
  }
  compute("caller continues", milliseconds: 20)
}

// Only for running and checking it here.
@MainActor public func operation() async {
  filterPhoto()
  await ended("show")
}
@MainActor private func render(_ job: String, line: Int = #line) {
  compute(job, milliseconds: 10, line: line)
}
// main: caller continues; show
// computes: filter
// order: caller continues < show; filter < show
