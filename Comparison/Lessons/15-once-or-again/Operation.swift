import Foundation
import LessonKit

/// Runs some work again, and other work only once.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  // An operation runs once. Started again, it does nothing.
  // Added again, it traps.
  let filter = BlockOperation {
    compute("filter 1", milliseconds: 20)
  }
  diary.submitted("filter 1")
  queue.addOperation(filter)
  // Not `waitUntilFinished`: on Linux, it may return a moment
  // too early for `start()`.
  queue.waitUntilAllOperationsAreFinished()
  diary.submitted("filter 2")
  filter.start()

  // To do the work again, keep a function that makes
  // operations.
  func again(_ number: Int) -> Operation {
    diary.submitted("again \(number)")
    return BlockOperation {
      compute("again \(number)", milliseconds: 20)
    }
  }
  queue.addOperations([again(1), again(2)], waitUntilFinished: true)

  // Once only: operations that need the palette depend on the
  // one that makes it.
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
  queue.addOperations(users + [palette], waitUntilFinished: true)
}

// Only for running and checking it here.
// computes: filter 1; again 1; again 2; palette; user *
