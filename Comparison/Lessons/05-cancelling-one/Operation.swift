import Foundation
import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is running.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let begun = Gate()

  let first = BlockOperation()
  first.addExecutionBlock { [unowned first] in
    diary.span("first") {
      begun.open()
      while !first.isCancelled { compute(milliseconds: 20) }
    }
  }
  let second = BlockOperation {
    compute("second", milliseconds: 20)
  }
  let after = BlockOperation { show("second has ended") }
  after.addDependency(second)

  for job in ["first", "second"] { diary.submitted(job) }
  queue.addOperations([first, second, after], waitUntilFinished: false)
  begun.wait()
  block(milliseconds: 30)
  diary.cancelled("second")
  second.cancel()
  show(second.isFinished ? "ended at once" : "second not ended yet")
  diary.cancelled("first")
  first.cancel()
  queue.waitUntilAllOperationsAreFinished()
  if second.isFinished { show("second is finished") }
}

// Only for running and checking it here.
// computes: first
