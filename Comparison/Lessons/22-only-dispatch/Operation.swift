import Foundation
import Lesson19
import LessonKit

/// Operation has none of this: it knows only the end of other
/// operations. What calls back becomes an operation, and what
/// is out of date is cancelled.
public func operation() {
  let queue = OperationQueue()

  // Once, not before a moment.
  diary.submitted("later")
  var (_, last) = add(to: queue) {
    diary.span("later") { compute(milliseconds: 20) }
  }

  // Again and again: each delay follows the one before, so what
  // a tick takes is added.
  for _ in 1...3 {
    (_, last) = add(after: last, to: queue) {
      diary.span("tick") { compute(milliseconds: 5) }
    }
  }
  last.waitUntilFinished()

  // Coalescing: the newest replaces all that wait.
  queue.isSuspended = true
  diary.suspended("queue")
  for number in 1...100 {
    queue.cancelAllOperations()
    queue.addOperation {
      diary.span("report") { show("\(number) in one operation") }
    }
  }
  diary.resumed("queue")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  debounce()
}

/// Three letters are typed; the search waits for the last.
private func debounce() {
  let searched = Gate()
  let typed = Locked("")
  OperationQueue.main.addOperation {
    var pending: Delay?
    for text in ["o", "oa", "oak"] {
      typed.withLock { $0 = text }
      pending?.cancel()
      (pending, _) = add(to: .main) {
        // Its delay may have ended before it was cancelled.
        guard typed.withLock({ $0 }) == text else { return }
        diary.span("search") { show("search for \(text)") }
        searched.open()
      }
    }
  }
  searched.wait()
}

private func add(
  milliseconds: Int = 20, after other: Operation? = nil,
  to queue: OperationQueue, _ body: @escaping @Sendable () -> Void
) -> (Delay, Operation) {
  let delay = Delay(milliseconds)
  // It starts in any case: does it still have to run?
  let job = BlockOperation {
    if case .success = delay.result { body() }
  }
  if let other { delay.addDependency(other) }
  job.addDependency(delay)
  // A delay holds its slot: so not one of the main queue.
  delays.addOperation(delay)
  queue.addOperation(job)
  return (delay, job)
}

private let delays = OperationQueue()

private final class Delay: AsyncOperation<Void, CancellationError>,
  @unchecked Sendable
{
  private let milliseconds: Int

  init(_ milliseconds: Int) { self.milliseconds = milliseconds }

  // Whatever calls back: a run loop's timer, or Dispatch.
  override func begin() {
    transfer(milliseconds: milliseconds) { self.finish(.success(())) }
  }
  override func abort() { finish(.failure(.cancelled)) }
}
