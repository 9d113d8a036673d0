import Foundation
import LessonKit

/// Three photos wait on a queue: one out of sight, one
/// about to appear, and one on the screen.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  func photo(
    _ name: String, _ priority: Operation.QueuePriority
  ) -> Operation {
    let operation = BlockOperation { compute(name, milliseconds: 10) }
    operation.name = name
    operation.queuePriority = priority
    return operation
  }
  func run(_ operations: [Operation], meanwhile: () -> Void = {}) {
    queue.isSuspended = true
    diary.suspended("queue")
    for operation in operations { diary.submitted(operation.name ?? "") }
    queue.addOperations(operations, waitUntilFinished: false)
    meanwhile()
    diary.resumed("queue")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  // The priority orders the operations that are ready.
  run([
    photo("unseen", .low), photo("soon", .normal),
    photo("on screen", .high),
  ])

  // Priority inversion: the urgent operation depends on one of
  // low priority. That one isn't raised, so both come last.
  let base = photo("base", .veryLow)
  let urgent = photo("urgent", .veryHigh)
  urgent.addDependency(base)
  diary.depends("urgent", on: "base")
  run([base, urgent, photo("other", .normal), photo("another", .normal)])

  // The cure: raise the dependency before it starts.
  let raised = photo("raised base", .veryLow)
  let again = photo("urgent again", .veryHigh)
  again.addDependency(raised)
  diary.depends("urgent again", on: "raised base")
  run([photo("the other", .normal), raised, again]) {
    raised.queuePriority = .veryHigh
  }
}

// Only for running and checking it here.
// computes: on screen; soon; unseen; other; another; base; urgent
// computes: raised base; urgent again; the other
