import Foundation
import LessonKit

/// The filter as a closure, as a method, and as a subclass.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  queue.addOperation { diary.note("a closure") }

  let filter = Filter(title: "a method", diary: diary)
  queue.addOperation(BlockOperation(block: filter.run))

  // A class of your own: it takes its input, keeps its result,
  // and can be tested without a queue.
  let operation = FilterOperation(pixel: 100)
  queue.addOperation(operation)
  operation.waitUntilFinished()
  let result = operation.result ?? 0
  diary.note("a subclass, with the result \(result)")

  // Cancel it on its queue, not before it is added.
  let cancelled = FilterOperation(pixel: 100)
  queue.isSuspended = true
  queue.addOperation(cancelled)
  cancelled.cancel()
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  if cancelled.result == nil { diary.note("cancelled, no result") }

  let alone = FilterOperation(pixel: 50)
  alone.start()
  diary.note("without a queue: \(alone.result ?? 0)")
}

private struct Filter: Sendable {
  let title: String
  let diary: Diary

  func run() { diary.note(title) }
}

private final class FilterOperation: Operation, @unchecked Sendable {
  private let pixel: Int
  // Safe: written in `main`, and read when that has returned.
  private(set) var result: Int?

  init(pixel: Int) { self.pixel = pixel }

  override func main() { result = pixel * 2 }
}
