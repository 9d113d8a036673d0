import Foundation
import LessonKit

/// A closure waits for another on the queue that it is running
/// on, which has no other slot. The wait for the gate times
/// out. `waitUntilFinished` would never return.
private func waitForInner(on queue: OperationQueue) {
  queue.maxConcurrentOperationCount = 1
  queue.addOperation {
    diary.span("outer") {
      let done = Gate()
      diary.submitted("inner")
      OperationQueue.current?.addOperation {
        compute("inner", milliseconds: 10)
        done.open()
      }
      let isDone = done.wait(milliseconds: 50)
      show(isDone ? "no deadlock" : "gave up")
    }
  }
}

/// The cure: the waiting code becomes an operation that depends
/// on the other.
private func dependOnInner(on queue: OperationQueue) {
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
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let queue = OperationQueue()
  waitForInner(on: queue)
  await ended("inner")
  dependOnInner(on: queue)
  await ended("its rest")
}
// computes: outer; inner; outer, cured; its inner; its rest
// order: outer < inner; outer, cured < its inner
// order: its inner < its rest
