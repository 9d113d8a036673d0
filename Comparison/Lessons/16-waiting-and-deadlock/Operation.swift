import Foundation
import LessonKit

/// A closure waits for another on the queue that it is running
/// on, which has no other slot. `waitUntilFinished` in place of
/// the gate, which gives up, would wait for ever.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  queue.addOperation {
    let ended = Gate()
    OperationQueue.current?.addOperation {
      diary.note("inner runs")
      ended.open()
    }
    let isEnded = diary.span("waits") { ended.wait(milliseconds: 50) }
    diary.note(isEnded ? "no deadlock" : "waited in vain")
  }
  queue.waitUntilAllOperationsAreFinished()

  // The cure: what would have waited becomes an operation that
  // depends on the other.
  queue.addOperation {
    let inner = BlockOperation { diary.note("inner of two") }
    let rest = BlockOperation { diary.note("the rest, after it") }
    rest.addDependency(inner)
    OperationQueue.current?.addOperations(
      [rest, inner], waitUntilFinished: false)
    diary.note("outer has finished")
  }
  queue.waitUntilAllOperationsAreFinished()
}
