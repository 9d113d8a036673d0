import Foundation
import Lesson19
import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, so the filter needn't wait any longer.
public func operation() {
  let queue = OperationQueue()
  let arrives = Gate()
  let download = Download(after: arrives)
  // A `BlockOperation`, with a cure for Linux.
  let filter = DependentOperation {
    compute("filter", milliseconds: 20)
  }
  filter.addDependency(download)

  for job in ["filter", "download"] { diary.submitted(job) }
  queue.addOperations([download, filter], waitUntilFinished: false)
  show("the photo is in the cache")
  // Once it runs, removing changes nothing: it runs once.
  filter.removeDependency(download)
  show("dependency removed")
  show("dependencies left", filter.dependencies.count)
  filter.waitUntilFinished()

  arrives.open()
  queue.waitUntilAllOperationsAreFinished()
}

/// A transfer. Its base class is in lesson 19.
nonisolated private final class Download:
  AsyncOperation<Void, CancellationError>, @unchecked Sendable
{
  private let arrives: Gate
  init(after arrives: Gate) { self.arrives = arrives }

  override func begin() {
    transfer("download", milliseconds: 20, after: arrives) {
      self.finish(.success(()))
    }
  }
}

// Only for running and checking it here.
// anywhere: download; filter
