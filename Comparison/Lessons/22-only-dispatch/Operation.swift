import Foundation
import Lesson19
import LessonKit

/// Operation has none of this: it knows only the end of other
/// operations. What calls back becomes an operation, and what
/// is out of date is cancelled.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()

  // Once, not before a moment.
  diary.submitted("later")
  var last = add(to: queue) {
    diary.span("later") { compute(milliseconds: 20) }
  }

  // Again and again: each delay follows the one before.
  for _ in 1...3 {
    last = add(after: last, to: queue) { diary.span("tick") {} }
  }
  last.waitUntilFinished()

  // Coalescing: the newest replaces all that wait.
  queue.isSuspended = true
  diary.suspended("queue")
  for number in 1...100 {
    queue.cancelAllOperations()
    queue.addOperation {
      diary.span("report") { diary.note("\(number) in one operation") }
    }
  }
  diary.resumed("queue")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}

private func add(
  milliseconds: Int = 20, after other: Operation? = nil,
  to queue: OperationQueue, _ body: @escaping @Sendable () -> Void
) -> Operation {
  let (delay, job) = (Delay(milliseconds), BlockOperation(block: body))
  if let other { delay.addDependency(other) }
  job.addDependency(delay)
  queue.addOperations([delay, job], waitUntilFinished: false)
  return job
}

private final class Delay: AsyncOperation<Void>, @unchecked Sendable {
  private let milliseconds: Int

  init(_ milliseconds: Int) { self.milliseconds = milliseconds }

  // Whatever calls back: a run loop's timer, or Dispatch.
  override func begin() {
    transfer(milliseconds: milliseconds) { self.finish(.success(())) }
  }
  override func abort() { finish(.failure(CancellationError())) }
}
