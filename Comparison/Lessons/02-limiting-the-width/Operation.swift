import Foundation
import LessonKit

/// The width of a queue is a number, which may be changed at
/// any time. It is a limit and no promise: the threads come
/// from the same pool as a Dispatch queue's.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 500

  // Operations that end later than they return keep no thread.
  let replies = Replies(after: 500)
  for _ in 1...500 { queue.addOperation(Transfer(replies, diary)) }
  queue.waitUntilAllOperationsAreFinished()

  // Bodies that block keep one each.
  for _ in 1...500 {
    queue.addOperation {
      diary.span("blocks") { block(milliseconds: 1) }
    }
  }
  queue.waitUntilAllOperationsAreFinished()

  queue.maxConcurrentOperationCount = 4
  for _ in 1...20 {
    queue.addOperation {
      diary.span("limited") { block(milliseconds: 20) }
    }
  }
  queue.waitUntilAllOperationsAreFinished()
}

/// Lesson 11 is about how this is written.
private final class Transfer: Operation, @unchecked Sendable {
  // Safe: touched under the lock only.
  private var isOver = false
  private let lock = NSLock()
  private let replies: Replies
  private let diary: Diary

  init(_ replies: Replies, _ diary: Diary) {
    (self.replies, self.diary) = (replies, diary)
  }

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { lock.withLock { isOver } }

  override func start() {
    let span = diary.begin("ends later")
    replies.wait { [self] in
      span.end()
      willChangeValue(for: \.isFinished)
      lock.withLock { isOver = true }
      didChangeValue(for: \.isFinished)
    }
  }
}
