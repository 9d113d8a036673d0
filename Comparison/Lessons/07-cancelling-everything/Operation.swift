import Foundation
import LessonKit

/// Four photos wait behind one, and all are cancelled.
@MainActor private final class Filters {
  private let queue = OperationQueue()

  func submitAll() {
    queue.maxConcurrentOperationCount = 1
    let first = BlockOperation()
    first.addExecutionBlock { [unowned first] in
      diary.span("photo 1") {
        while !first.isCancelled { compute(milliseconds: 20) }
      }
    }
    for number in 1...5 { diary.submitted("photo \(number)") }
    queue.addOperation(first)
    for number in 2...5 {
      queue.addOperation {
        compute("photo \(number)", milliseconds: 20)
      }
    }
  }
  // Suspended, so that nothing in the queue starts before it
  // has been cancelled.
  func cancelAll() {
    queue.isSuspended = true
    diary.suspended("queue")
    for number in 1...5 { diary.cancelled("photo \(number)") }
    queue.cancelAllOperations()
    diary.resumed("queue")
    queue.isSuspended = false
  }
  // The operations are cancelled, not the queue.
  func submitNew() {
    queue.addOperation { compute("new photo", milliseconds: 20) }
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let filters = Filters()
  filters.submitAll()
  await started("photo 1")
  await transfer(milliseconds: 30)
  filters.cancelAll()
  await ended("photo 1")
  filters.submitNew()
  await ended("new photo")
}
// computes: photo 1; new photo
// order: photo 1 < new photo
