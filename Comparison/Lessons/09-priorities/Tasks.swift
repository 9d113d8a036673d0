import LessonKit

/// Three photos wait: one out of sight, one about to appear,
/// and one on the screen.
private func filterPhotos() async {
  // A priority is a hint to the executor, not a place in a
  // line. To keep an order, sort, and await one by one.
  let photos: [(name: String, priority: TaskPriority)] = [
    ("unseen", .background), ("soon", .medium), ("on screen", .high),
  ]
  for photo in photos { diary.submitted(photo.name) }
  for photo in photos.sorted(by: { $0.priority > $1.priority }) {
    await render(photo.name)
  }
}

/// Priority inversion is resolved: a task that an urgent one
/// awaits becomes as urgent.
private func filterUrgent() {
  diary.depends("urgent", on: "base")
  diary.submitted("base", "urgent")
  let base = Task(priority: .background) {
    await diary.span("base") { await untilRaised() }
  }
  Task(priority: .high) {
    await base.value
    await render("urgent")
  }
}

@concurrent private func render(_ job: String) async {
  compute(job, milliseconds: 10)
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await filterPhotos()
  filterUrgent()
  await ended("urgent")
}
private func untilRaised() async {
  while Task.currentPriority < .high { await transfer(milliseconds: 1) }
  show("base is raised")
}
// anywhere: base
// computes: on screen; soon; unseen; urgent
// order: on screen < soon; soon < unseen; base < urgent
