import Dispatch
import LessonKit

/// A photo is filtered in the background and shown on the main
/// queue.
public nonisolated func gcd() {
  let filters = DispatchQueue(label: "filters", qos: .userInitiated)
  let shown = Gate()

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
      shown.open()
    }
  }
  compute("caller continues", milliseconds: 20)
  shown.wait()
}

// Only for running and checking it here.
// anywhere: caller continues
// computes: filter
// main: show
