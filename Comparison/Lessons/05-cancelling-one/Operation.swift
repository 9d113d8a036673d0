import Foundation
import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is under way.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let begun = Gate()

  let first = BlockOperation()
  first.addExecutionBlock { [unowned first] in
    begun.open()
    diary.span("first") {
      while !first.isCancelled { compute(milliseconds: 1) }
    }
  }
  let second = BlockOperation { diary.span("second") {} }
  let after = BlockOperation { diary.note("second has ended") }
  after.addDependency(second)

  queue.addOperations([first, second, after], waitUntilFinished: false)
  begun.wait()
  diary.note("cancel both")
  second.cancel()
  diary.figure("second ended at once", second.isFinished ? 1 : 0)
  first.cancel()
  queue.waitUntilAllOperationsAreFinished()

  diary.figure("second ended", second.isFinished ? 1 : 0)
}
