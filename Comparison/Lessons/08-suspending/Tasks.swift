import LessonKit

/// Filters photos. A task can't be suspended from outside. It
/// can await a gate between two pieces of its work.
@MainActor private final class Filters {
  let pause = Pause()
  private(set) var count = 0

  func add(_ photos: String...) {
    for photo in photos { diary.submitted(photo) }
    Task {
      for photo in photos {
        await pause.pass()
        await filter(photo)
      }
    }
  }
  func beginDragging() {
    pause.begin()
    diary.suspended("pause")
  }
  func openMenu() {
    pause.begin()  // A switch.
  }
  func endDragging() {
    show("resumed")
    diary.resumed("pause")
    // This is enough, although the menu is open.
    pause.end()
  }

  /// The pause holds back every task, without a limit.
  func filterTogether() {
    for _ in 1...200 {
      diary.submitted("photo")
      Task {
        await pause.pass()
        await filter("photo")
        count += 1
      }
    }
  }

  /// Cancelled, it doesn't wait for the end of the pause.
  func filterRow() -> Task<Void, Never> {
    Task {
      await pause.pass()
      if Task.isCancelled { show("cancelled, it goes on") }
    }
  }
}

/// A pause on the main actor, which begins without `await`.
@MainActor private final class Pause {
  private var isPaused = false
  private var held: [Int: CheckedContinuation<Void, Never>] = [:]
  private var passes = 0

  func begin() { isPaused = true }
  func end() {
    isPaused = false
    for number in held.keys.sorted() { release(number) }
  }

  /// Returns when the pause has ended or the task is cancelled.
  func pass() async {
    while isPaused, !Task.isCancelled {
      passes += 1
      let number = passes
      await withTaskCancellationHandler {
        await withCheckedContinuation { held[number] = $0 }
      } onCancel: {
        // Runs on the actor, and therefore after the code above.
        Task { @MainActor in release(number) }
      }
    }
  }
  private func release(_ number: Int) {
    held.removeValue(forKey: number)?.resume()
  }
}

/// Runs off the main actor, like `sepia`, which is `@concurrent`.
@concurrent private func filter(_ photo: String) async {
  await diary.span(photo) { await sepia(photo) }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  let filters = Filters()
  filters.add("first", "second")
  await started("first")
  filters.beginDragging()
  filters.openMenu()
  show("first continues")
  await ended("first")
  await transfer(milliseconds: 20)
  filters.endDragging()
  await ended("second")
  filters.beginDragging()
  filters.filterTogether()
  let row = filters.filterRow()
  await transfer(milliseconds: 20)
  show("of 200 ran though suspended", filters.count)
  row.cancel()
  await row.value
  diary.resumed("pause")
  filters.pause.end()
  await ended("photo", times: 200)
}
@concurrent private func sepia(_ photo: String) async {
  if photo == "first" { await ended("first continues") }
  compute(milliseconds: photo == "photo" ? 1 : 20)
}
// computes: first; second; photo
// order: first < second; second < photo
