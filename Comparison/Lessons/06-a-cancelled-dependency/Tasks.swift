import LessonKit

/// The download is cancelled before it begins. What awaits it
/// gets its error, and a child task is cancelled with its
/// parent.
public func tasks(_ diary: Diary) async {
  let cancelled = Gate()
  let download = Task {
    await cancelled.opened()
    try Task.checkCancellation()
    diary.note("downloaded")
    return "the photo"
  }
  let filter = Task {
    diary.note("filter runs")
    // The result, or the error: one of them has to be handled.
    do {
      _ = try await download.value
      diary.note("filtered")
    } catch {
      diary.note("nothing to filter")
    }
  }
  download.cancel()
  cancelled.open()
  await filter.value

  // This is what goes down: from a task to its children.
  let screen = Task {
    async let photo: Void = Task.sleep(for: .seconds(3_600))
    do { try await photo } catch { diary.note("its child is cancelled") }
  }
  screen.cancel()
  await screen.value
}
