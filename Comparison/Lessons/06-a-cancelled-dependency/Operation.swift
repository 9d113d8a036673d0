import Foundation
import LessonKit

/// The download is cancelled before it starts. The filter that
/// depends on it runs anyway.
private func filterPhoto() {
  let queue = OperationQueue()
  let photo = Locked<String?>(nil)

  let download = BlockOperation {
    diary.span("download") { photo.withLock { $0 = "the photo" } }
  }
  let filter = BlockOperation {
    diary.span("filter") {
      // Look for the result. `isCancelled` wouldn't say whether
      // there is one.
      let photo = photo.withLock { $0 }
      show(photo ?? "nothing to filter")
    }
  }
  filter.addDependency(download)
  diary.depends("filter", on: "download")

  // Suspended, so that it is cancelled before it starts.
  queue.isSuspended = true
  diary.suspended("queue")
  diary.submitted("download")
  diary.submitted("filter")
  queue.addOperations([download, filter], waitUntilFinished: false)
  download.cancel()
  diary.cancelled("download")
  diary.resumed("queue")
  queue.isSuspended = false
}

// Only for running and checking it here.
@MainActor public func operation() async {
  filterPhoto()
  await ended("filter")
}
// computes: filter
