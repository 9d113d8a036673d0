import Foundation
import Lesson19
import LessonKit

/// Operation has none of this: it knows only the end of other
/// operations. What calls back becomes an operation, and what
/// is out of date is cancelled.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()

  // Once, not before a moment.
  let later = BlockOperation { diary.note("later") }
  later.addDependency(delay(milliseconds: 5, on: queue))
  queue.addOperations([later], waitUntilFinished: true)

  // Again and again: each delay follows the one before.
  var tick = delay(milliseconds: 2, on: queue)
  for _ in 2...3 { tick = delay(milliseconds: 2, after: tick, on: queue) }
  tick.waitUntilFinished()
  diary.note("three ticks")

  // Coalescing: the newest replaces all that wait.
  queue.isSuspended = true
  for number in 1...1_000 {
    queue.cancelAllOperations()
    queue.addOperation { diary.note("\(number) in one operation") }
  }
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}

private func delay(
  milliseconds: Int, after other: Operation? = nil,
  on queue: OperationQueue
) -> Operation {
  let delay = Delay(milliseconds)
  if let other { delay.addDependency(other) }
  queue.addOperation(delay)
  return delay
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
