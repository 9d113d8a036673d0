import Foundation
import LessonKit

/// Three photos, each downloaded and then filtered, and a
/// poster of all.
public func operation(_ diary: Diary) {
  let downloads = OperationQueue()
  let filters = OperationQueue()
  let poster = BlockOperation {
    diary.span("poster") { compute(milliseconds: 10) }
  }

  for photo in ["oak", "sea", "fox"] {
    let filter = BlockOperation {
      diary.span("filter \(photo)") { compute(milliseconds: 10) }
    }
    let download = BlockOperation {
      diary.span("download \(photo)") { block(milliseconds: 10) }
    }
    // The next step names what it depends on, on any queue.
    filter.addDependency(download)
    poster.addDependency(filter)
    filters.addOperation(filter)
    downloads.addOperation(download)
  }
  // Add dependencies before the operation. The order in which
  // operations are added then does not matter.
  filters.addOperation(poster)
  poster.waitUntilFinished()
}
