import Foundation
import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, and the filter need not wait any more.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  let arrives = Gate()

  let download = BlockOperation {
    arrives.wait()
    diary.note("downloaded")
  }
  // What works everywhere: depend on an empty operation in
  // between, which belongs to you, is on no queue, and is
  // started by whoever comes first.
  let filter = BlockOperation { diary.note("filtered") }
  let edge = BlockOperation()
  filter.addDependency(edge)

  // What has a word of its own.
  let other = BlockOperation { diary.note("filtered, dependency removed") }
  other.addDependency(download)

  queue.addOperations([download, filter, other], waitUntilFinished: false)
  diary.note("found in the cache")
  edge.start()
  filter.waitUntilFinished()

  other.removeDependency(download)
  diary.figure("dependencies left", other.dependencies.count)
  diary.figure("ready", other.isReady ? 1 : 0)
  arrives.open()
  download.waitUntilFinished()

  // Where the removal was not noticed, only this ends the
  // wait.
  if !other.isReady { other.cancel() }
  queue.waitUntilAllOperationsAreFinished()
}
