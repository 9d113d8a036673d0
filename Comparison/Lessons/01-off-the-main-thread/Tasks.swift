import LessonKit

/// A photo is filtered in the background and shown on the main
/// actor, as in the action of a button.
@MainActor private func filterPhoto() {
  diary.submitted("filter")
  // A task starts on the actor that creates it, and is back
  // there after an `await`: there is nothing to check.
  Task {
    compute("measure", milliseconds: 10)
    await filter()
    compute("show", milliseconds: 10)
  }
  compute("caller continues", milliseconds: 20)
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func filter() async {
  compute("filter", milliseconds: 40)
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  filterPhoto()
  await ended("show")
}
// main: caller continues; measure; show
// computes: filter
// order: caller continues < measure; measure < filter; filter < show
