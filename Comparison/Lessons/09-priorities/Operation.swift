import Foundation
import LessonKit

/// Three photos wait: one out of sight, one about to appear, and
/// one on the screen. The priority orders those that are ready.
private func filterPhotos(on queue: OperationQueue) {
  let photos = [
    photo("unseen", .low), photo("soon", .normal),
    photo("on screen", .high),
  ]
  add(photos, to: queue)
}

/// Priority inversion: the urgent operation depends on one of
/// low priority. That one isn't raised, so both come last.
private func filterUrgent(on queue: OperationQueue) {
  let base = photo("base", .veryLow)
  let urgent = photo("urgent", .veryHigh)
  urgent.addDependency(base)
  diary.depends("urgent", on: "base")
  let others = [photo("other", .normal), photo("another", .normal)]
  add([base, urgent] + others, to: queue)
}

/// The cure: raise the dependency before it starts.
private func filterUrgentAgain(on queue: OperationQueue) {
  let raised = photo("raised base", .veryLow)
  let again = photo("urgent again", .veryHigh)
  again.addDependency(raised)
  diary.depends("urgent again", on: "raised base")
  add([photo("the other", .normal), raised, again], to: queue) {
    raised.queuePriority = .veryHigh
  }
}

private func photo(
  _ name: String, _ priority: Operation.QueuePriority
) -> Operation {
  let operation = BlockOperation { compute(name, milliseconds: 10) }
  operation.name = name
  operation.queuePriority = priority
  return operation
}

private func add(
  _ jobs: [Operation], to queue: OperationQueue, meanwhile: () -> Void = {}
) {
  queue.maxConcurrentOperationCount = 1
  queue.isSuspended = true
  diary.suspended("queue")
  for job in jobs { diary.submitted(job.name ?? "") }
  queue.addOperations(jobs, waitUntilFinished: false)
  meanwhile()
  diary.resumed("queue")
  queue.isSuspended = false
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let queue = OperationQueue()
  filterPhotos(on: queue)
  await finished(queue)
  filterUrgent(on: queue)
  await finished(queue)
  filterUrgentAgain(on: queue)
  await finished(queue)
}
// computes: on screen; soon; unseen; other; another; base; urgent
// computes: raised base; urgent again; the other
// order: on screen < soon; soon < unseen; unseen < other
// order: other < another; another < base; base < urgent
// order: urgent < raised base; raised base < urgent again
// order: urgent again < the other
