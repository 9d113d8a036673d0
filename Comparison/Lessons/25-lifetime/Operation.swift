import Foundation
import LessonKit

/// A photo is captured by work. How long is it kept?
public func operation() {
  let queue = OperationQueue()
  let freed = Gate()
  let filter = BlockOperation {
    compute("filter", milliseconds: 10)
  }
  diary.submitted("download", "filter")
  download(Photo(freed: freed), before: filter, on: queue)

  filter.waitUntilFinished()

  // Only the filter is kept here.
  show("the download is let go")
  for dependency in filter.dependencies {
    filter.removeDependency(dependency)
  }
  freed.wait()
}

private func download(
  _ photo: Photo, before filter: Operation, on queue: OperationQueue
) {
  let download = BlockOperation { photo.use(in: "download") }
  filter.addDependency(download)
  diary.depends("filter", on: "download")
  queue.addOperations([download, filter], waitUntilFinished: false)
}

// Only for running and checking it here.
// computes: download; filter
