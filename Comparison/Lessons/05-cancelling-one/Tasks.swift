import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is running.
public func tasks() async {
  let begun = Gate()
  let ended = Gate()

  diary.submitted("first")
  let first = Task { await filter("first", begun) }
  // There is no queue: awaiting the first keeps the order. A
  // cancelled task continues anyway, and has to check.
  diary.submitted("second")
  let second = Task {
    await first.value
    await filter("second")
    show("second has ended")
    ended.open()
  }

  await begun.opened()
  await transfer(milliseconds: 30)
  diary.cancelled("second")
  second.cancel()
  show(ended.isOpen ? "ended at once" : "second not ended yet")
  diary.cancelled("first")
  first.cancel()
  await second.value
}

/// Asks about its own task without a reference to it. Runs off
/// the main actor, regardless of the project's settings.
@concurrent private func filter(
  _ photo: String, _ begun: Gate? = nil
) async {
  await diary.span(photo) {
    begun?.open()
    while !Task.isCancelled {
      compute(milliseconds: 20)
      await Task.yield()
    }
  }
}

// Only for running and checking it here.
// computes: first; second
// order: first < second
