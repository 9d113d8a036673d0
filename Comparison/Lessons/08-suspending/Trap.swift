import Foundation
import LessonKit

/// Meant: while the user drags the list, no photo begins.
@MainActor private final class Filters {
  // Wrong: without a limit, it may hold nothing back.
  let queue = OperationQueue()

  func add(_ photo: Int) {
    diary.submitted("photo \(photo)")
    queue.addOperation {
      diary.span("photo \(photo)") { filter() }
    }
  }
  func beginDragging() {
    queue.isSuspended = true
    diary.suspended("queue")
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  let filters = Filters()
  for photo in 1...6 { filters.add(photo) }
  filters.beginDragging()
  show("the user drags the list")
  for photo in 1...6 { await ended("photo \(photo)") }
  let isSuspended = filters.queue.isSuspended
  show(isSuspended ? "all 6 ran while it is suspended" : "it holds")
  diary.resumed("queue")
  filters.queue.isSuspended = false
}
nonisolated private func filter() {
  waitUntilEnded("the user drags the list")
  compute(milliseconds: 10)
}
// computes: photo 1; photo 2; photo 3; photo 4; photo 5; photo 6
