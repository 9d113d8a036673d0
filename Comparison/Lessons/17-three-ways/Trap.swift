import Foundation
import LessonKit

/// Meant: the caller learns how the filter ended.
private func filterPhoto() {
  let queue = OperationQueue()
  let isTold = Locked(false)
  let filter = Filter { isTold.withLock { $0 = true } }
  let dependent = BlockOperation {
    diary.span("dependent") {
      if !isTold.withLock({ $0 }) { show("nobody is told of the end") }
    }
  }
  dependent.addDependency(filter)
  queue.isSuspended = true
  diary.depends("dependent", on: "filter")
  diary.submitted("filter", "dependent")
  queue.addOperations([dependent, filter], waitUntilFinished: false)
  diary.cancelled("filter")
  filter.cancel()
  queue.isSuspended = false
}

nonisolated private final class Filter:
  Operation, @unchecked Sendable
{
  // Safe: never changed.
  private let done: @Sendable () -> Void
  init(done: @escaping @Sendable () -> Void) { self.done = done }

  override func main() {
    compute("filter", milliseconds: 20)
    // Wrong: if it never ran, nothing calls this.
    done()
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  filterPhoto()
  await ended("dependent")
}
// computes: dependent
