import Foundation
import LessonKit

/// The same work again, and work that must be done once only.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  // An operation runs once. Started again it does nothing;
  // added again, the program crashes.
  let filter = BlockOperation { diary.note("filtered") }
  queue.addOperations([filter], waitUntilFinished: true)
  filter.start()

  // So for work that is to be done again, keep what makes it.
  func again() -> Operation {
    BlockOperation { diary.note("filtered anew") }
  }
  queue.addOperations([again(), again()], waitUntilFinished: true)

  // That makes “once only” plain: whoever needs the palette
  // depends on the one operation that makes it.
  let palette = BlockOperation { diary.note("palette made") }
  let users = (1...8).map { _ in
    let user = BlockOperation { diary.note("palette used") }
    user.addDependency(palette)
    return user
  }
  queue.addOperations(users + [palette], waitUntilFinished: true)
}
