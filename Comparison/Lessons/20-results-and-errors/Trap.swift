import Foundation
import LessonKit

/// Meant: the filter gets the photo from its download.
private func filterPhoto() {
  let queue = OperationQueue()
  let photo = Locked<String?>(nil)
  let filtered = Gate()

  let download = BlockOperation {
    compute("download", milliseconds: 20)
  }
  download.completionBlock = {
    // Wrong: nothing orders this before the filter. Here, its
    // thread is late.
    _ = filtered.wait(milliseconds: 60_000)
    diary.span("completion block") {
      photo.withLock { $0 = "the photo" }
      compute(milliseconds: 10)
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
  diary.depends("filter", on: "download")
  diary.submitted("filter", "download")
  queue.addOperations([filter, download], waitUntilFinished: false)
}

// Only for running and checking it here.
@MainActor public func trap() async {
  filterPhoto()
  await ended("completion block")
}
// computes: download; filter; completion block
// order: download < filter; filter < completion block
