import Foundation
import LessonKit

/// Three photos wait on a queue: one nobody sees, one that
/// may be seen soon, and one on the screen.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  func photo(
    _ name: String, _ priority: Operation.QueuePriority
  ) -> Operation {
    let operation = BlockOperation { diary.note(name) }
    operation.queuePriority = priority
    return operation
  }
  func run(_ operations: [Operation], meanwhile: () -> Void = {}) {
    queue.isSuspended = true
    queue.addOperations(operations, waitUntilFinished: false)
    meanwhile()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  // The priority decides whose turn it is among those that
  // wait.
  run([
    photo("unseen", .low), photo("soon", .normal),
    photo("on screen", .high),
  ])

  // Inversion: what is urgent depends on what is not, which
  // gets no higher for it, and so comes after all the rest.
  let base = photo("its base", .veryLow)
  let urgent = photo("urgent", .veryHigh)
  urgent.addDependency(base)
  run([
    base, urgent,
    photo("other", .normal), photo("another", .normal),
  ])

  // The cure: raise what it waits for, which is possible
  // until it starts.
  let raised = photo("its raised base", .veryLow)
  let again = photo("urgent again", .veryHigh)
  again.addDependency(raised)
  run([photo("the other", .normal), raised, again]) {
    raised.queuePriority = .veryHigh
  }
}
