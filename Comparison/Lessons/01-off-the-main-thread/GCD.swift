import Dispatch
import LessonKit

/// A photo is filtered in the background and shown on the main
/// queue.
private func filterPhoto() {
  let filters = DispatchQueue(label: "filters", qos: .userInitiated)

  diary.submitted("filter")
  filters.async {
    compute("filter", milliseconds: 40)
    diary.submitted("show")
    DispatchQueue.main.async {
      diary.span("show") {
        // Dispatch checks for a queue that you name.
        dispatchPrecondition(condition: .onQueue(.main))
        compute(milliseconds: 10)
      }
    }
  }
  compute("caller continues", milliseconds: 20)
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  filterPhoto()
  await ended("show")
}
// main: caller continues; show
// computes: filter
// order: caller continues < show; filter < show
