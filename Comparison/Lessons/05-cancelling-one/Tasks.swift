import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is running.
public func tasks() async {
  let begun = Gate()
  let ended = Gate()

  // A closure asks about its own task without capturing it.
  diary.submitted("first")
  let first = Task {
    await diary.span("first") {
      begun.open()
      while !Task.isCancelled { await renderRows() }
    }
  }
  // There is no queue: awaiting the first keeps the order. A
  // cancelled task continues anyway, and has to check.
  diary.submitted("second")
  let second = Task {
    await first.value
    await diary.span("second") {
      if !Task.isCancelled { await renderRows() }
    }
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

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func renderRows() async {
  compute(milliseconds: 20)
  // Lets other tasks in between.
  await Task.yield()
}
