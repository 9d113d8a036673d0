import LessonKit

/// A photo is filtered in the background and shown on the main
/// actor, as in the action of a button.
@MainActor public func tasks() async {
  diary.submitted("filter")
  // A task starts on the actor that creates it, and is back
  // there after an `await`: there is nothing to check.
  let shown = Task {
    compute("measure", milliseconds: 10)
    await filter()
    compute("show", milliseconds: 10)
  }
  compute("caller continues", milliseconds: 20)
  await shown.value
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func filter() async {
  compute("filter", milliseconds: 40)
}

// Only for running and checking it here.
// main: measure; show; caller continues
// computes: filter
// order: measure < filter; filter < show
