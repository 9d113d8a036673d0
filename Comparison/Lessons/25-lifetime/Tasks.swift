import LessonKit

/// A photo is captured by work. How long is it kept?
public func tasks() async {
  let freed = Gate()

  // By a task, until it has ended, though the task is still
  // there. So it needs no weak reference.
  diary.submitted("task")
  let task = filter(Photo(freed: freed))
  await task.value
  await freed.opened()
  show("the task is still there")

  // Its value, and so that is what it keeps.
  _ = await task.value
}

private func filter(_ photo: Photo) -> Task<Void, Never> {
  Task { photo.use(in: "task") }
}
