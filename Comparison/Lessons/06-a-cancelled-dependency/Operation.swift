import Foundation
import LessonKit

/// The download is cancelled before it starts. What depends on
/// it runs all the same.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  let photo = Locked<String?>(nil)

  let download = BlockOperation {
    diary.note("downloaded")
    photo.withLock { $0 = "the photo" }
  }
  let filter = BlockOperation {
    diary.note("filter runs")
    // Look for the result. `isCancelled` would not say whether
    // there is one.
    let isThere = photo.withLock { $0 } != nil
    diary.note(isThere ? "filtered" : "nothing to filter")
  }
  filter.addDependency(download)

  // Cancel it on its queue, not before it is added.
  queue.isSuspended = true
  queue.addOperations([download, filter], waitUntilFinished: false)
  download.cancel()
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}
