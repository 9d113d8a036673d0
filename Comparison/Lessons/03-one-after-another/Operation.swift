import Foundation
import Lesson19
import LessonKit

/// Three photos, each downloaded and then filtered, and a
/// poster of all.
public func operation() {
  let downloads = OperationQueue()
  let filters = OperationQueue()
  let poster = BlockOperation {
    compute("poster", milliseconds: 20)
  }

  for (photo, time) in [("oak", 20), ("sea", 40), ("fox", 60)] {
    let filter = BlockOperation {
      compute("filter \(photo)", milliseconds: 20)
    }
    let download = Download(photo, milliseconds: time)
    // The next step names what it depends on, on any queue.
    filter.addDependency(download)
    poster.addDependency(filter)
    diary.submitted("download \(photo)")
    diary.submitted("filter \(photo)")
    filters.addOperation(filter)
    downloads.addOperation(download)
  }
  // All its dependencies are there before it is added.
  diary.submitted("poster")
  filters.addOperation(poster)
  poster.waitUntilFinished()
}

/// A transfer, which holds no thread: lesson 11 is about such
/// operations, and lesson 19 about their base class.
nonisolated private final class Download:
  AsyncOperation<Void, CancellationError>, @unchecked Sendable
{
  // Safe: never changed.
  private let photo: String
  private let time: Int

  init(_ photo: String, milliseconds time: Int) {
    self.photo = photo
    self.time = time
  }
  override func begin() {
    transfer("download \(photo)", milliseconds: time) {
      self.finish(.success(()))
    }
  }
}
