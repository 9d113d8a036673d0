import LessonKit

/// A photo is captured by work. How long is it kept?
private func filterPhoto() async {
  let freed = Gate()

  // Captured by a task.
  diary.submitted("task")
  let task = filter(Photo(freed: freed))
  await task.value
  await freed.opened()
  show("the task is still there")

  // Its value can still be asked for.
  _ = await task.value
}

private func filter(_ photo: Photo) -> Task<Void, Never> {
  Task { @concurrent in photo.use(in: "task") }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await filterPhoto()
}
// computes: task
