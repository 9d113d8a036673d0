import Foundation
import LessonKit

/// Runs some work again.
@MainActor private final class Filters {
  let queue = OperationQueue()
  private let filter = BlockOperation {
    compute("filter 1", milliseconds: 20)
  }

  func run() {
    diary.submitted("filter 1")
    queue.addOperation(filter)
  }
  // An operation runs once. Started again, it does nothing.
  // Added again, it traps.
  func startAgain() {
    diary.submitted("filter 2")
    filter.start()
  }
  // To do the work again, make another operation.
  func again(_ number: Int) {
    diary.submitted("again \(number)")
    queue.addOperation {
      compute("again \(number)", milliseconds: 20)
    }
  }
}

/// Once only: operations that need the palette depend on the one
/// that makes it.
private func usePalette() {
  let queue = OperationQueue()
  let palette = BlockOperation {
    compute("palette", milliseconds: 20)
  }
  let users = (0..<4).map { number in
    let user = BlockOperation {
      compute("user \(number)", milliseconds: 10)
    }
    user.addDependency(palette)
    diary.depends("user \(number)", on: "palette")
    diary.submitted("user \(number)")
    return user
  }
  queue.addOperations(users + [palette], waitUntilFinished: false)
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let filters = Filters()
  filters.queue.maxConcurrentOperationCount = 1
  filters.run()
  await finished(filters.queue)
  filters.startAgain()
  filters.again(1)
  filters.again(2)
  await finished(filters.queue)
  usePalette()
  await ended("user 0", "user 1", "user 2", "user 3")
}
// computes: filter 1; again 1; again 2
// computes: palette; user 0; user 1; user 2; user 3
// order: filter 1 < again 1; again 1 < again 2; again 2 < palette
// order: palette < user 0; palette < user 1
// order: palette < user 2; palette < user 3
