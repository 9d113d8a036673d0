import Foundation
import LessonKit

/// Ten photos wait behind one that is being filtered, and all
/// are cancelled.
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
  queue.addOperation(first)
  for _ in 1...10 {
    queue.addOperation { diary.note("filtered") }
  }
  begun.wait()

  // Suspended, so that nothing starts before its turn to be
  // cancelled has come.
  queue.isSuspended = true
  queue.cancelAllOperations()
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  // The operations are cancelled, not the queue.
  queue.addOperation { diary.note("new photo filtered") }
  queue.waitUntilAllOperationsAreFinished()
}
