import Foundation
import LessonKit

/// Meant: a cancelled filter stops.
private func filter(_ photo: Picture) -> Operation {
  let filter = BlockOperation {
    diary.span("filter") {
      for row in 1...4 {
        // Wrong: nothing here asks whether it was cancelled.
        photo.filter(row: row)
      }
      show("all 4 rows are filtered")
    }
  }
  diary.submitted("filter")
  OperationQueue().addOperation(filter)
  return filter
}

private func cancel(_ filter: Operation) {
  diary.cancelled("filter")
  filter.cancel()
}

// Only for running and checking it here.
nonisolated private struct Picture {
  let isCancelled = Gate()

  func filter(row: Int) {
    compute(milliseconds: 10)
    if row == 1 { isCancelled.wait() }
  }
}
@MainActor public func trap() async {
  let photo = Picture()
  let operation = filter(photo)
  await started("filter")
  cancel(operation)
  photo.isCancelled.open()
  await ended("filter")
}
// computes: filter
