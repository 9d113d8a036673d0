import Foundation
import LessonKit

/// Meant: to say when all photos have been filtered.
private func filterPhotos() {
  let filters = OperationQueue()
  downloadList {
    diary.submitted("filter")
    filters.addOperation { compute("filter", milliseconds: 20) }
  }
  // Wrong: an empty queue may still get its first photo.
  let isOver = filters.operationCount == 0
  show(isOver ? "“all photos are filtered”" : "still at work")
}

// Only for running and checking it here.
@MainActor public func trap() async {
  filterPhotos()
  await ended("filter")
}
private func downloadList(_ done: @escaping @Sendable () -> Void) {
  transfer("list", milliseconds: 20) {
    waitUntilEnded("“all photos are filtered”")
    done()
  }
}
// anywhere: list
// computes: filter
// order: list < filter
