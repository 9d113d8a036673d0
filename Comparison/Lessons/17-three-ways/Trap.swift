import Foundation
import LessonKit

/// Meant: the caller learns how the filter ended.
public func trap() {
  let queue = OperationQueue()
  let told = Gate()
  let filter = Filter { told.open() }

  queue.isSuspended = true
  diary.submitted("filter")
  queue.addOperation(filter)
  diary.cancelled("filter")
  filter.cancel()
  queue.isSuspended = false
  let isTold = told.wait(milliseconds: 100)
  show(isTold ? "told" : "nobody is told of the end")
}

nonisolated private final class Filter:
  Operation, @unchecked Sendable
{
  // Safe: never changed.
  private let done: @Sendable () -> Void
  init(done: @escaping @Sendable () -> Void) { self.done = done }

  override func main() {
    compute("filter", milliseconds: 20)
    // Wrong: if it was cancelled while it waited, `main` is
    // never called, and neither is this.
    done()
  }
}
