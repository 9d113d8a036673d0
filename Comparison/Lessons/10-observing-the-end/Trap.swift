import Foundation
import LessonKit

/// Meant: the photo is shown when its download has ended.
private func showPhoto() {
  let queue = OperationQueue()
  let photo = Locked<String?>(nil)

  let download = BlockOperation {
    diary.span("download") { photo.withLock { $0 = "the photo" } }
  }
  diary.depends("completion block", on: "download")
  download.completionBlock = {
    diary.span("completion block") {
      // Wrong: it shows even a missing photo.
      let photo = photo.withLock { $0 }
      show(photo ?? "shows a photo that isn't there")
      compute(milliseconds: 10)
    }
  }
  queue.isSuspended = true
  diary.submitted("download")
  queue.addOperation(download)
  diary.cancelled("download")
  download.cancel()
  queue.isSuspended = false
}

// Only for running and checking it here.
@MainActor public func trap() async {
  showPhoto()
  await ended("completion block")
}
// computes: completion block
// never: download
