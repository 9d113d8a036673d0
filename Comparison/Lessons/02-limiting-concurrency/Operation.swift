import Foundation
import LessonKit

/// The concurrency limit of a queue is a property. The threads
/// come from Dispatch's pool.
public func operation(_ diary: Diary) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 500
  func run(_ count: Int, _ job: () -> Operation) {
    for _ in 1...count { queue.addOperation(job()) }
    queue.waitUntilAllOperationsAreFinished()
  }
  // Asynchronous operations hold no thread while they wait.
  let replies = Replies(after: 500)
  run(500) { Transfer("ends later", diary) { replies.wait($0) } }
  // Operations that block hold one each.
  run(500) {
    BlockOperation { diary.span("blocks") { block(milliseconds: 1) } }
  }
  queue.maxConcurrentOperationCount = 4
  run(20) {
    Transfer("limited", diary) { transfer(milliseconds: 20, $0) }
  }
}

/// An asynchronous operation: lesson 11 is about how to write
/// one.
private final class Transfer: Operation, @unchecked Sendable {
  typealias Send = (@escaping @Sendable () -> Void) -> Void
  private enum State { case waiting, running, finished }
  private var state = State.waiting  // Safe: under the lock only.
  private let lock = NSLock()
  private let title: String
  private let diary: Diary
  private let send: Send

  init(_ title: String, _ diary: Diary, _ send: @escaping Send) {
    (self.title, self.diary, self.send) = (title, diary, send)
  }
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .running } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    if isCancelled { return change(to: .finished) }
    change(to: .running)
    let span = diary.begin(title)
    send { [self] in
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
