import Foundation
import LessonKit

/// A closure waits for another on the queue that it is running
/// on, which has no other slot. The wait for the gate times
/// out. `waitUntilFinished` would never return.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  queue.addOperation {
    diary.span("outer") {
      let ended = Gate()
      diary.submitted("inner")
      OperationQueue.current?.addOperation {
        compute("inner", milliseconds: 10)
        ended.open()
      }
      let isEnded = ended.wait(milliseconds: 50)
      show(isEnded ? "no deadlock" : "gave up")
    }
  }
  queue.waitUntilAllOperationsAreFinished()

  // The cure: the waiting code becomes an operation that
  // depends on the other.
  queue.addOperation {
    diary.span("outer, cured") {
      let inner = BlockOperation {
        compute("its inner", milliseconds: 20)
      }
      let rest = BlockOperation {
        compute("its rest", milliseconds: 10)
      }
      rest.addDependency(inner)
      diary.depends("its rest", on: "its inner")
      diary.submitted("its inner", "its rest")
      OperationQueue.current?.addOperations(
        [rest, inner], waitUntilFinished: false)
    }
  }
  queue.waitUntilAllOperationsAreFinished()
}

// Only for running and checking it here.
// computes: outer; inner; outer, cured; its inner; its rest
