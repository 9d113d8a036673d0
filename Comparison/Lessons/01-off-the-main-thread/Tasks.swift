import LessonKit

/// A photo is filtered where nobody waits for it, and shown
/// where views live: on the main actor.
public func tasks() async {
  diary.submitted("filter")
  let shown = Task(priority: .userInitiated) {
    await filter()
    diary.submitted("show")
    await show()
  }
  compute("caller continues", milliseconds: 20)
  await shown.value
}

/// Nonisolated, and off its caller's actor whatever the
/// settings of the project are.
@concurrent private func filter() async {
  compute("filter", milliseconds: 40)
}

/// The compiler keeps this on the main actor. There is nothing
/// to check at run time.
@MainActor private func show() {
  compute("show", milliseconds: 10)
}
