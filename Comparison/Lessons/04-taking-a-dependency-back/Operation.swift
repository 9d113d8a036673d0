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
  let first = BlockOperation { diary.note("filtered, dependency removed") }
  first.addDependency(download)

  // What works everywhere: depend on an empty operation in
  // between, which belongs to you, is on no queue, and is
  // started by whoever comes first.
  let second = BlockOperation { diary.note("filtered") }
  let edge = BlockOperation()
  second.addDependency(edge)

  queue.addOperations([download, first, second], waitUntilFinished: false)
  diary.note("found in the cache")
  edge.start()
  second.waitUntilFinished()

  first.removeDependency(download)
  diary.figure("dependencies left", first.dependencies.count)
  diary.figure("ready", first.isReady ? 1 : 0)
  arrives.open()
  download.waitUntilFinished()

  // Where the removal was not noticed, only this ends the
  // wait.
  if !first.isReady { first.cancel() }
  queue.waitUntilAllOperationsAreFinished()
}
