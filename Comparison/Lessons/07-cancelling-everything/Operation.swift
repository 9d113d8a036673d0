import Foundation
import LessonKit

/// Four photos wait behind one, and all are cancelled.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let begun = Gate()

  let first = BlockOperation()
  first.addExecutionBlock { [unowned first] in
    diary.span("photo 1") {
      begun.open()
      while !first.isCancelled { compute(milliseconds: 20) }
    }
  }
  let photos = (1...5).map { "photo \($0)" }
  for photo in photos { diary.submitted(photo) }
  queue.addOperation(first)
  for photo in photos.dropFirst() {
    queue.addOperation { compute(photo, milliseconds: 20) }
  }
  begun.wait()
  block(milliseconds: 30)

  // Suspended, so that nothing in the queue starts before it
  // has been cancelled.
  queue.isSuspended = true
  diary.suspended("queue")
  for photo in photos { diary.cancelled(photo) }
  queue.cancelAllOperations()
  diary.resumed("queue")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  // The operations are cancelled, not the queue.
  queue.addOperation { compute("new photo", milliseconds: 20) }
  queue.waitUntilAllOperationsAreFinished()
}

// Only for running and checking it here.
// computes: photo 1; new photo
