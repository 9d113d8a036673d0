import Foundation
import LessonKit

/// The filter as a closure, as a method, and as a subclass.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  diary.submitted("closure")
  queue.addOperation { compute("closure", milliseconds: 10) }

  let filter = Filter(title: "method")
  diary.submitted("method")
  queue.addOperation(BlockOperation(block: filter.run))

  // A class of your own: it takes its input, keeps its result,
  // and can be tested without a queue.
  let operation = FilterOperation("subclass", pixel: 100)
  diary.submitted("subclass")
  queue.addOperation(operation)
  operation.waitUntilFinished()
  show("its result is \(operation.result ?? 0)")

  // Cancel it on its queue, not before it is added.
  let cancelled = FilterOperation("cancelled", pixel: 100)
  queue.isSuspended = true
  diary.submitted("cancelled")
  queue.addOperation(cancelled)
  cancelled.cancel()
  diary.cancelled("cancelled")
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  if cancelled.result == nil { show("no result") }

  let alone = FilterOperation("without a queue", pixel: 50)
  alone.start()
  show("its result is \(alone.result ?? 0)")
}

/// `nonisolated`, because a queue runs it.
nonisolated private struct Filter: Sendable {
  let title: String

  func run() { compute(title, milliseconds: 10) }
}

/// `nonisolated`, because `Operation` is.
nonisolated private final class FilterOperation:
  Operation, @unchecked Sendable
{
  private let title: String
  private let pixel: Int
  // Safe: written in `main`, and only read after its end.
  private(set) var result: Int?

  init(_ title: String, pixel: Int) {
    self.title = title
    self.pixel = pixel
  }
  override func main() { diary.span(title) { result = pixel * 2 } }
}

// Only for running and checking it here.
// anywhere: without a queue
// computes: closure; method; subclass
