import Foundation
import LessonKit

/// The same work again, and work that must be done once only.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  // An operation runs once. Started again, it does nothing.
  // Added again, it traps.
  let filter = BlockOperation { diary.note("filtered") }
  queue.addOperations([filter], waitUntilFinished: true)
  filter.start()

  // To do the work again, keep a function that makes it.
  func again() -> Operation {
    BlockOperation { diary.note("filtered anew") }
  }
  queue.addOperations([again(), again()], waitUntilFinished: true)

  // Once only: whatever needs the palette depends on the one
  // operation that makes it.
  let palette = BlockOperation { diary.note("palette made") }
  let users = (1...8).map { _ in
    let user = BlockOperation { diary.note("palette used") }
    user.addDependency(palette)
    return user
  }
  queue.addOperations(users + [palette], waitUntilFinished: true)
}
