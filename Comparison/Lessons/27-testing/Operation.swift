import Foundation
import LessonKit

/// A test of something that works on a queue: nothing runs
/// before the test wants it, and the test never sleeps.
public func operation(_ diary: Diary) {
  // The queue comes from outside, so that the test can suspend
  // it.
  let queue = OperationQueue()
  queue.name = "test.filters"
  queue.maxConcurrentOperationCount = 1
  queue.isSuspended = true
  let album = Album(diary, queue)

  album.filter("oak")
  album.filter("sea")
  diary.note("\(queue.operations.count) wait")

  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  diary.note("\(queue.operations.count) wait")
}

private final class Album: Sendable {
  private let diary: Diary
  private let queue: OperationQueue

  init(_ diary: Diary, _ queue: OperationQueue) {
    (self.diary, self.queue) = (diary, queue)
  }
  func filter(_ photo: String) {
    let filter = BlockOperation { [self] in
      // Names are what a debugger and a trace show.
      let name = queue.name ?? "?"
      diary.note("\(photo) is filtered on “\(name)”")
    }
    filter.name = "filter \(photo)"
    queue.addOperation(filter)
  }
}
