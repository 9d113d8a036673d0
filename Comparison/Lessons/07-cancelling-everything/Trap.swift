import Foundation
import LessonKit

/// Meant: no photo that still waits begins.
@MainActor private final class Filters {
  private let queue = OperationQueue()

  func submit(_ photos: [Filter]) {
    queue.maxConcurrentOperationCount = 1
    diary.submitted("photo 1", "photo 2")
    queue.addOperations(photos, waitUntilFinished: false)
  }
  // Wrong: this cancels one by one, while the queue runs. Photo
  // 1 ends before it is the turn of photo 2.
  func cancelAll() { queue.cancelAllOperations() }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  let filters = Filters()
  let two = Filter("photo 2")
  filters.submit([Filter("photo 1", before: two), two])
  await started("photo 1")
  filters.cancelAll()
  await ended("photo 1", "photo 2")
}
/// A filter that ends when it is cancelled. Its `cancel` returns
/// only when the next one has begun.
nonisolated private final class Filter: Operation, @unchecked Sendable {
  private let begun = Gate()
  private let (title, next): (String, Filter?)

  init(_ title: String, before next: Filter? = nil) {
    (self.title, self.next) = (title, next)
  }
  override func main() {
    diary.span(title) {
      begun.open()
      while !isCancelled { compute(milliseconds: 10) }
    }
  }
  override func cancel() {
    diary.cancelled(title)
    super.cancel()
    guard let next, next.begun.wait(milliseconds: 60_000) else { return }
    show("photo 2 begins during the cancelling")
  }
}
// computes: photo 1; photo 2
// order: photo 1 < photo 2
