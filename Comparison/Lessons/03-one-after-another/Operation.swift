import Foundation
import Lesson19
import LessonKit

/// Three photos, each downloaded and then filtered, and a
/// poster of all.
private func makePoster() {
  let downloads = OperationQueue()
  let filters = OperationQueue()
  let poster = BlockOperation { compute("poster", milliseconds: 20) }

  let photos = [("fox", 20), ("oak", 40), ("sea", 60)].map { photo, time in
    let filter = BlockOperation {
      compute("filter \(photo)", milliseconds: 20)
    }
    let download = Download(photo, milliseconds: time)
    // The next step names its dependency, on any queue.
    filter.addDependency(download)
    diary.depends("filter \(photo)", on: "download \(photo)")
    poster.addDependency(filter)
    diary.depends("poster", on: "filter \(photo)")
    diary.submitted("download \(photo)")
    diary.submitted("filter \(photo)")
    return (filter: filter, download: download)
  }
  // Dependents first: on Linux, one might never start if its
  // dependency finished while it was being added.
  diary.submitted("poster")
  filters.addOperation(poster)
  for photo in photos {
    filters.addOperation(photo.filter)
    downloads.addOperation(photo.download)
  }
}

/// A transfer. Its base class is in lesson 19.
nonisolated private final class Download:
  AsyncOperation<Void, CancellationError>, @unchecked Sendable
{
  // Safe: never changed.
  private let photo: String
  private let time: Int

  init(_ photo: String, milliseconds time: Int) {
    (self.photo, self.time) = (photo, time)
  }
  override func begin() {
    transfer("download \(photo)", milliseconds: time) {
      self.finish(.success(()))
    }
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  makePoster()
  await ended("poster")
}
// anywhere: download fox; download oak; download sea
// computes: filter fox; filter oak; filter sea; poster
// order: download fox < filter fox; download oak < filter oak
// order: download sea < filter sea
// order: filter fox < poster; filter oak < poster; filter sea < poster
