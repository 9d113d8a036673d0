import LessonKit

/// The download is cancelled before it begins. A task that
/// awaits it gets its error, and a child task is cancelled with
/// its parent.
@MainActor private func filterPhoto() {
  diary.submitted("download")
  // On this actor too, so it begins after this function.
  let download = Task {
    try Task.checkCancellation()
    return diary.span("download") { "the photo" }
  }
  Task { await filter(download) }
  download.cancel()
  diary.cancelled("download")
}

/// Cancellation goes down: from a task to its children.
private func leaveScreen() {
  let screen = Task {
    async let photo: Void = Task.sleep(for: .seconds(3_600))
    do { try await photo } catch { show("its child is cancelled") }
  }
  screen.cancel()
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func filter(
  _ download: Task<String, any Error>
) async {
  await diary.span("filter") {
    // The result, or the error: one of them has to be handled.
    do {
      show(try await download.value)
    } catch {
      show("nothing to filter")
    }
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  filterPhoto()
  await ended("filter")
  leaveScreen()
  await ended("its child is cancelled")
}
// computes: filter
