import Foundation
import Lesson19
import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, so the filter needn't wait any longer.
@MainActor private final class PhotoLoader {
  private let queue = OperationQueue()
  private let download: Download
  private let filter = BlockOperation {
    compute("filter", milliseconds: 20)
  }

  init(after arrives: Gate) {
    download = Download(after: arrives)
    filter.addDependency(download)
    diary.submitted("filter", "download")
    queue.addOperations([filter, download], waitUntilFinished: false)
  }
  func findInCache() {
    show("the photo is in the cache")
    // Once it runs, removing changes nothing: it runs once.
    filter.removeDependency(download)
    show("dependency removed")
    show("dependencies left", filter.dependencies.count)
  }
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
@MainActor public func operation() async {
  let arrives = Gate()
  let loader = PhotoLoader(after: arrives)
  await started("download")
  await transfer(milliseconds: 20)
  loader.findInCache()
  await ended("filter")
  arrives.open()
  await ended("download")
}
#if os(Linux)
  /// There, an operation doesn't start when its last unfinished
  /// dependency is removed, unless it looks at the list.
  private typealias BlockOperation = DependentOperation
#endif
// anywhere: download
// computes: filter
// order: download < filter
