import Dispatch
import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is running.
@MainActor private final class PhotoFilters {
  private let queue = DispatchQueue(label: "filters")
  private let first, second: DispatchWorkItem
  private var hasEnded = false

  init() {
    // The closure checks its own item, weakly, because that
    // retains the closure. Keep the item. Not unsafe: set once,
    // before it is submitted.
    nonisolated(unsafe) weak var own: DispatchWorkItem?
    first = DispatchWorkItem { @Sendable in
      diary.span("first") {
        while own?.isCancelled == false { compute(milliseconds: 20) }
      }
    }
    own = first
    second = DispatchWorkItem { @Sendable in
      compute("second", milliseconds: 20)
    }
    // An item does not report whether it has finished. It
    // notifies.
    second.notify(queue: .main) {
      self.hasEnded = true
      show("second has ended")
    }
    diary.submitted("first", "second")
    queue.async(execute: first)
    queue.async(execute: second)
  }
  func cancelSecond() {
    diary.cancelled("second")
    second.cancel()
  }
  func cancelFirst() {
    show(hasEnded ? "ended at once" : "second not ended yet")
    diary.cancelled("first")
    first.cancel()
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let filters = PhotoFilters()
  await started("first")
  await transfer(milliseconds: 30)
  filters.cancelSecond()
  await transfer(milliseconds: 10)
  filters.cancelFirst()
  await ended("second has ended")
}
// computes: first
