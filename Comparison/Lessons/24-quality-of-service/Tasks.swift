import LessonKit

/// Shows the priority that tasks run at. None is awaited: that
/// would raise it.
private func showAll() {
  func figure(_ name: String, _ priority: TaskPriority?) {
    diary.submitted(name)
    Task.detached(priority: priority) { showUrgency(name) }
  }

  // Its own.
  figure("plain", nil)
  figure("utility", .utility)
  figure("background", .background)

  // That of the task which makes it, unless it is detached.
  Task.detached(priority: .background) {
    diary.submitted("made by background", "detached by background")
    Task { showUrgency("made by background") }
    Task.detached { showUrgency("detached by background") }
  }
}

/// A value that is bound to the task goes the same way.
private func showTrace() async {
  await Trace.$request.withValue("oak") {
    await Task { show("made for \(Trace.request)") }.value
    await Task.detached {
      show("detached for \(Trace.request)")
    }.value
  }
}

nonisolated private func showUrgency(_ name: String) {
  diary.span(name) { show("\(urgencyName()), \(name)", urgency()) }
}

/// A value for a log, which no function takes as a parameter.
nonisolated private enum Trace {
  @TaskLocal static var request = "nobody"
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  showAll()
  await ended("plain", "utility", "background")
  await ended("made by background", "detached by background")
  await showTrace()
}
// computes: plain; utility; background
// computes: made by background; detached by background
