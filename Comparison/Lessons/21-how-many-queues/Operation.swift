import Foundation
import LessonKit

/// Compares a queue for each of 32 photos with a shared one.
public func operation() {
  // A queue for each, with one operation at a time. They block.
  let threads = Threads()
  let queues = (1...32).map { _ in OperationQueue() }
  for queue in queues {
    queue.maxConcurrentOperationCount = 1
    queue.addOperation {
      diary.span("on its own") {
        threads.count()
        block(milliseconds: 10)
      }
    }
  }
  for queue in queues { queue.waitUntilAllOperationsAreFinished() }
  show("threads", threads.all)

  // One queue for all photos, with a limit. To keep an order,
  // make each operation depend on the one before.
  let photos = OperationQueue()
  photos.maxConcurrentOperationCount = 4
  for _ in 1...32 {
    photos.addOperation {
      block("one queue", milliseconds: 3)
    }
  }
  photos.waitUntilAllOperationsAreFinished()

  // A loop that computes has one operation for each stripe, not
  // for each row, and is limited to the number of cores.
  photos.maxConcurrentOperationCount =
    ProcessInfo.processInfo.activeProcessorCount
  for _ in 1...8 {
    photos.addOperation {
      compute("stripe", milliseconds: 5)
    }
  }
  photos.waitUntilAllOperationsAreFinished()
}

// Only for running and checking it here.
// computes: on its own; one queue; stripe
