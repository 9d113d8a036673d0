import LessonKit

/// Shows the priority that tasks run at.
public func tasks() async {
  func figure(_ name: String, _ priority: TaskPriority?) async {
    let done = Gate()
    diary.submitted(name)
    Task.detached(priority: priority) {
      diary.span(name) { show("\(urgencyName()), \(name)", urgency()) }
      done.open()
    }
    // Its value would raise it, once awaited.
    await done.opened()
  }

  // Its own.
  await figure("plain", nil)
  await figure("utility", .utility)
  await figure("background", .background)

  // That of the task which makes it, unless it is detached.
  let made = Gate()
  let done = Gate()
  Task.detached(priority: .background) {
    diary.submitted("made by background", "detached by background")
    Task {
      let name = "made by background"
      diary.span(name) { show("\(urgencyName()), \(name)", urgency()) }
      made.open()
    }
    Task.detached {
      let name = "detached by background"
      diary.span(name) { show("\(urgencyName()), \(name)", urgency()) }
      done.open()
    }
  }
  await made.opened()
  await done.opened()

  // So does a value that is bound to the task.
  await Trace.$request.withValue("oak") {
    await Task { show("made for \(Trace.request)") }.value
    await Task.detached {
      show("detached for \(Trace.request)")
    }.value
  }
}

/// A value for a log, which no function takes as a parameter.
nonisolated private enum Trace {
  @TaskLocal static var request = "nobody"
}

// Only for running and checking it here.
// computes: plain; utility; background
// computes: made by background; detached by background
