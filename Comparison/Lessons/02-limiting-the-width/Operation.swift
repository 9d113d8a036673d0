import Foundation
import LessonKit

/// The width of a queue is a number, which may be changed at
/// any time; the threads are from Dispatch's pool.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 500
  // Operations that end later than they return keep no thread.
  let replies = Replies(after: 500)
  for _ in 1...500 { queue.addOperation(Transfer(replies, diary)) }
  queue.waitUntilAllOperationsAreFinished()

  func run(_ count: Int, _ title: String, milliseconds: Int) {
    for _ in 1...count {
      queue.addOperation {
        diary.span(title) { block(milliseconds: milliseconds) }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
  }
  run(500, "blocks", milliseconds: 1)  // They keep one each.
  queue.maxConcurrentOperationCount = 4
  run(20, "limited", milliseconds: 20)
}

/// Lesson 11 is about how this is written.
private final class Transfer: Operation, @unchecked Sendable {
  private enum State { case waiting, running, over }
  private var state = State.waiting  // Safe: under the lock only.
  private let lock = NSLock()
  private let replies: Replies
  private let diary: Diary

  init(_ replies: Replies, _ diary: Diary) {
    (self.replies, self.diary) = (replies, diary)
  }
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .running } }
  override var isFinished: Bool { lock.withLock { state == .over } }

  override func start() {
    if isCancelled { return change(to: .over) }
    change(to: .running)
    let span = diary.begin("ends later")
    replies.wait { [self] in
      span.end()
      change(to: .over)
    }
  }
  private func change(to next: State) {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    lock.withLock { state = next }
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }
}
