import Foundation
import LessonKit

/// The width of a queue is a number, which may be changed at
/// any time. It is a limit and no promise: the threads come
/// from the same pool.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()

  queue.maxConcurrentOperationCount = 60
  for _ in 1...60 {
    queue.addOperation {
      diary.span("unlimited") { block(milliseconds: 20) }
    }
  }
  queue.waitUntilAllOperationsAreFinished()

  queue.maxConcurrentOperationCount = 4
  for _ in 1...20 {
    queue.addOperation {
      diary.span("limited") { block(milliseconds: 20) }
    }
  }
  queue.waitUntilAllOperationsAreFinished()
}
