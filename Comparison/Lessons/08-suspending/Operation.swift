import Foundation
import LessonKit

/// Filters photos one at a time. None begins while the user
/// drags the list, or has a menu open.
@MainActor private final class Filters {
  private let queue = OperationQueue()

  init() { queue.maxConcurrentOperationCount = 1 }

  func add(_ photo: String) {
    diary.submitted(photo)
    queue.addOperation { diary.span(photo) { filter(photo) } }
  }
  func beginDragging() {
    queue.isSuspended = true
    diary.suspended("queue")
  }
  func openMenu() {
    queue.isSuspended = true  // A switch.
  }
  func endDragging() {
    show("resumed")
    diary.resumed("queue")
    // This is enough, although the menu is open.
    queue.isSuspended = false
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let filters = Filters()
  filters.add("first")
  filters.add("second")
  await started("first")
  filters.beginDragging()
  filters.openMenu()
  show("first continues")
  await ended("first")
  await transfer(milliseconds: 20)
  filters.endDragging()
  await ended("second")
}
nonisolated private func filter(_ photo: String) {
  if photo == "first" { waitUntilEnded("first continues") }
  compute(milliseconds: 20)
}
// computes: first; second
// order: first < second
