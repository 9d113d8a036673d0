import Foundation
import LessonKit

/// Meant: the filter comes after the download, a task.
private func filterPhoto() {
  let queue = OperationQueue()
  let photo = Locked<String?>(nil)
  let filtered = Gate()

  let download = BlockOperation {
    // Wrong: this returns immediately, and so the operation has
    // finished. The task continues alone.
    Task {
      await diary.span("download") {
        await filtered.opened()
        await transfer(milliseconds: 20)
        photo.withLock { $0 = "the photo" }
      }
    }
  }
  let filter = BlockOperation {
    diary.span("filter") {
      show("filters \(photo.withLock { $0 } ?? "nothing")")
      compute(milliseconds: 20)
    }
    filtered.open()
  }
  filter.addDependency(download)
  diary.submitted("filter", "download")
  queue.addOperations([filter, download], waitUntilFinished: false)
}

// Only for running and checking it here.
@MainActor public func trap() async {
  filterPhoto()
  await ended("filter", "download")
}
// computes: download; filter
