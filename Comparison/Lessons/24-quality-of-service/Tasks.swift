import LessonKit

/// Which priority does a task run at?
public func tasks(_ diary: Diary) async {
  func figure(_ name: String, _ priority: TaskPriority) async {
    let done = Gate()
    Task.detached(priority: priority) {
      diary.figure(name, urgency())
      done.open()
    }
    // Its value would raise it, once awaited.
    await done.opened()
  }

  // Its own.
  await figure("medium task", .medium)
  await figure("utility task", .utility)
  await figure("background task", .background)

  // That of the task which makes it, unless it is detached.
  let (made, done) = (Gate(), Gate())
  Task.detached(priority: .background) {
    Task {
      diary.figure("task made by it", urgency())
      made.open()
    }
    Task.detached {
      diary.figure("detached by it", urgency())
      done.open()
    }
  }
  await made.opened()
  await done.opened()
}
