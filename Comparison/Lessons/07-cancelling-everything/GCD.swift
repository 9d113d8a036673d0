import Dispatch
import LessonKit

/// Four photos wait behind one, and all are cancelled. A queue
/// can't list its items: keep them yourself.
@MainActor private final class Filters {
  private let queue = DispatchQueue(label: "filters")
  private let isCancelled = Locked(false)
  private var rest: [DispatchWorkItem] = []

  func submitAll() {
    let first = DispatchWorkItem { @Sendable [isCancelled] in
      diary.span("photo 1") {
        while !isCancelled.withLock({ $0 }) { compute(milliseconds: 20) }
      }
    }
    rest = (2...5).map { number in
      DispatchWorkItem { @Sendable in
        compute("photo \(number)", milliseconds: 20)
      }
    }
    for number in 1...5 { diary.submitted("photo \(number)") }
    for item in [first] + rest { queue.async(execute: item) }
  }
  // Waiting items first, so that none of them starts. Then the
  // flag, which running work checks, and any jobs can share.
  func cancelAll() {
    for number in 2...5 { diary.cancelled("photo \(number)") }
    for item in rest { item.cancel() }
    diary.cancelled("photo 1")
    isCancelled.withLock { $0 = true }
  }
  // The items are cancelled, not the queue.
  func submitNew() {
    queue.async { compute("new photo", milliseconds: 20) }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let filters = Filters()
  filters.submitAll()
  await started("photo 1")
  await transfer(milliseconds: 30)
  filters.cancelAll()
  await ended("photo 1")
  filters.submitNew()
  await ended("new photo")
}
// computes: photo 1; new photo
// order: photo 1 < new photo
