import Foundation
import LessonKit

/// A photo is captured by work. How long is it kept?
@MainActor private final class Filters {
  private let queue = OperationQueue()
  private var filter: Operation?

  func submit(_ photo: Photo) {
    let download = BlockOperation { photo.use(in: "download") }
    let filter = BlockOperation {
      compute("filter", milliseconds: 10)
    }
    filter.addDependency(download)
    diary.depends("filter", on: "download")
    diary.submitted("download", "filter")
    queue.addOperations([filter, download], waitUntilFinished: false)
    self.filter = filter
  }

  /// Releases the download, which only the filter keeps.
  func releaseDownload() {
    show("the download is let go")
    guard let filter else { return }
    for dependency in filter.dependencies {
      filter.removeDependency(dependency)
    }
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let filters = Filters()
  let freed = Gate()
  filters.submit(Photo(freed: freed))
  await ended("filter")
  filters.releaseDownload()
  await freed.opened()
}
// computes: download; filter
// order: download < filter
