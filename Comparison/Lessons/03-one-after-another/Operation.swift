import Foundation
import LessonKit

/// Three photos, each downloaded and then filtered, and a
/// poster of all.
public func operation(_ diary: Diary) {
  let downloads = OperationQueue()
  let filters = OperationQueue()
  let poster = BlockOperation {
    diary.span("poster") { compute(milliseconds: 20) }
  }

  for (photo, time) in [("oak", 20), ("sea", 40), ("fox", 60)] {
    let filter = BlockOperation {
      diary.span("filter \(photo)") { compute(milliseconds: 20) }
    }
    let download = BlockOperation {
      diary.span("download \(photo)") { block(milliseconds: time) }
    }
    // The next step names what it depends on, on any queue.
    filter.addDependency(download)
    poster.addDependency(filter)
    diary.submitted("download \(photo)")
    diary.submitted("filter \(photo)")
    filters.addOperation(filter)
    downloads.addOperation(download)
  }
  // Add dependencies before the operation. The order in which
  // operations are added then does not matter.
  diary.submitted("poster")
  filters.addOperation(poster)
  poster.waitUntilFinished()
}
