import Foundation
import LessonKit

/// The concurrency limit of a queue is a property. The threads
/// come from Dispatch's pool.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 500
  // Asynchronous operations hold no thread while they wait.
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
  run(500, "blocks", milliseconds: 1)  // Each holds one.
  queue.maxConcurrentOperationCount = 4
  run(20, "limited", milliseconds: 20)
}

/// An asynchronous operation: lesson 11 is about how to write
/// one.
private final class Transfer: Operation, @unchecked Sendable {
  private enum State { case waiting, running, finished }
  private var state = State.waiting  // Safe: under the lock only.
  private let lock = NSLock()
  private let replies: Replies
  private let diary: Diary

  init(_ replies: Replies, _ diary: Diary) {
    (self.replies, self.diary) = (replies, diary)
  }
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .running } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    if isCancelled { return change(to: .finished) }
    change(to: .running)
    let span = diary.begin("ends later")
    replies.wait { [self] in
      span.end()
      change(to: .finished)
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
