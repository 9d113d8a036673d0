import Foundation
import LessonKit

/// Meant: no photo that still waits begins.
public func trap() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let two = Filter("photo 2")
  let one = Filter("photo 1", before: two)
  diary.submitted("photo 1", "photo 2")
  queue.addOperations([one, two], waitUntilFinished: false)
  one.begun.wait()

  // Wrong: this cancels one by one, while the queue runs. Photo
  // 1 ends before it is the turn of photo 2.
  queue.cancelAllOperations()
  queue.waitUntilAllOperationsAreFinished()
}

/// A filter that ends when it is cancelled. Here, `cancel`
/// returns only when the next one has begun.
nonisolated private final class Filter: Operation, @unchecked Sendable {
  let begun = Gate()
  private let (title, next): (String, Filter?)

  init(_ title: String, before next: Filter? = nil) {
    (self.title, self.next) = (title, next)
  }
  override func main() {
    diary.span(title) {
      begun.open()
      if next == nil { show("photo 2 begins during the cancelling") }
      while !isCancelled { compute(milliseconds: 10) }
    }
  }
  override func cancel() {
    diary.cancelled(title)
    super.cancel()
    _ = next?.begun.wait(milliseconds: 60_000)
  }
}

// Only for running and checking it here.
// computes: photo 1; photo 2
