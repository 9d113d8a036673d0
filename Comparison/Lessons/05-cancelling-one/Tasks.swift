import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is running.
@MainActor private final class PhotoFilters {
  private let first = Task { await filter("first") }
  private let second: Task<Void, Never>
  private var hasEnded = false
  init() {
    diary.submitted("first", "second")
    // There is no queue: awaiting the first keeps the order. A
    // cancelled task continues anyway, and has to check.
    second = Task { [first] in
      await first.value
      await filter("second")
    }
    // A task does not report whether it has finished. Await it.
    Task {
      await second.value
      hasEnded = true
      show("second has ended")
    }
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

/// Asks about its own task. Runs off the main actor.
@concurrent private func filter(_ photo: String) async {
  diary.span(photo) {
    while !Task.isCancelled { compute(milliseconds: 20) }
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  let filters = PhotoFilters()
  await started("first")
  await transfer(milliseconds: 30)
  filters.cancelSecond()
  await transfer(milliseconds: 10)
  filters.cancelFirst()
  await ended("second has ended")
}
// computes: first; second
// order: first < second
