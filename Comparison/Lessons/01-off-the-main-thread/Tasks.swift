import LessonKit

/// A photo is filtered in the background and shown on the main
/// actor.
public func tasks() async {
  diary.submitted("filter")
  let shown = Task(priority: .userInitiated) { await load() }
  compute("caller continues", milliseconds: 20)
  await shown.value
}

/// Filters, then shows. The compiler keeps it on the main actor,
/// also after the `await`: there is nothing to check at run time.
@MainActor private func load() async {
  await filter()
  compute("show", milliseconds: 10)
}

/// Leaves its caller's actor, regardless of the project's
/// settings.
@concurrent private func filter() async {
  compute("filter", milliseconds: 40)
}
