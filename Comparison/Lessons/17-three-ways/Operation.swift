import Foundation
import LessonKit

/// The filter as a closure, as a method, and as a subclass.
private func submitAll() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  diary.submitted("closure")
  queue.addOperation { compute("closure", milliseconds: 10) }

  let method = Filter(title: "method")
  diary.submitted("method")
  queue.addOperation(method.run)

  // A class of your own: it takes its input, and keeps its
  // result, which a later operation reads.
  let filter = FilterOperation("subclass", pixel: 100)
  diary.submitted("subclass")
  queue.addOperation(filter)
  queue.addOperation { show("its result is \(filter.result ?? 0)") }

  // Cancel it on its queue, not before it is added.
  let cancelled = FilterOperation("cancelled", pixel: 100)
  queue.isSuspended = true
  diary.submitted("cancelled")
  queue.addOperation(cancelled)
  cancelled.cancel()
  diary.cancelled("cancelled")
  queue.isSuspended = false
  queue.addOperation { if cancelled.result == nil { show("no result") } }
}

/// A test needs no queue.
private func test() {
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
    (self.title, self.pixel) = (title, pixel)
  }
  override func main() { diary.span(title) { result = pixel * 2 } }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  submitAll()
  await ended("no result")
  test()
}
// main: without a queue
// computes: closure; method; subclass
// order: closure < method; method < subclass
