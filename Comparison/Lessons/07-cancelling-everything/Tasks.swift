import LessonKit

/// Four photos wait behind one that is being filtered, and all
/// are cancelled: one task adds them in turn.
@MainActor private final class Filters {
  private var photos: Task<Void, Never>?

  func submitAll() {
    for number in 1...5 { diary.submitted("photo \(number)") }
    photos = Task {
      await withTaskGroup { group in
        group.addTask { await filter("photo 1") }
        for number in 2...5 {
          await group.next()
          _ = group.addTaskUnlessCancelled {
            await filter("photo \(number)")
          }
        }
      }
    }
  }
  // The one task, and with it its running child.
  func cancelAll() {
    for number in 1...5 { diary.cancelled("photo \(number)") }
    photos?.cancel()
  }
  // Nothing else is cancelled.
  func submitNew() { Task { await filter("new photo", rows: 1) } }
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func filter(
  _ photo: String, rows: Int = 1_000
) async {
  diary.span(photo) {
    for _ in 1...rows where !Task.isCancelled {
      compute(milliseconds: 20)
    }
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  let filters = Filters()
  filters.submitAll()
  await started("photo 1")
  await transfer(milliseconds: 30)
  filters.cancelAll()
  await ended("photo 1")
  filters.submitNew()
  await ended("new photo")
}
// computes: photo 1; new photo
// order: photo 1 < new photo
