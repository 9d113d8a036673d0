import LessonKit

/// The download is cancelled before it begins. A task that
/// awaits it gets its error, and a child task is cancelled with
/// its parent.
public func tasks() async {
  let cancelled = Gate()
  diary.submitted("download")
  let download = Task {
    await cancelled.opened()
    try Task.checkCancellation()
    return diary.span("download") { "the photo" }
  }
  let filter = Task {
    await diary.span("filter") {
      // The result, or the error: one of them has to be handled.
      do {
        show(try await download.value)
      } catch {
        show("nothing to filter")
      }
    }
  }
  download.cancel()
  diary.cancelled("download")
  cancelled.open()
  await filter.value

  // Cancellation goes down: from a task to its children.
  let screen = Task {
    async let photo: Void = Task.sleep(for: .seconds(3_600))
    do { try await photo } catch { show("its child is cancelled") }
  }
  screen.cancel()
  await screen.value
}

// Only for running and checking it here.
// anywhere: filter
