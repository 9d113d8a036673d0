import Foundation
import Lesson19
import LessonKit

/// The concurrency limit of a queue is a property. The threads
/// come from Dispatch's pool.
public func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 500
  func run(_ count: Int, _ job: (Int) -> Operation) {
    for number in 1...count { queue.addOperation(job(number)) }
    queue.waitUntilAllOperationsAreFinished()
  }
  // Asynchronous operations hold no thread while they wait.
  let replies = Replies(after: 500)
  run(500) { _ in
    Transfer { replies.wait("ends later", $0) }
  }
  // Operations that block hold one each.
  run(500) { _ in
    BlockOperation { block("blocks", milliseconds: 1) }
  }
  queue.maxConcurrentOperationCount = 4
  run(12) { number in
    let photo = "photo \(number)"
    diary.submitted(photo)
    return Transfer { transfer(photo, milliseconds: 80, $0) }
  }
}

/// An asynchronous operation; lesson 19 is about its base.
/// `nonisolated`, as `Operation` is. `@unchecked Sendable`:
/// `send` never changes, and only `begin` calls it, once.
nonisolated private final class Transfer:
  AsyncOperation<Void, CancellationError>, @unchecked Sendable
{
  typealias Send = (@escaping @Sendable () -> Void) -> Void
  private let send: Send

  init(_ send: @escaping Send) { self.send = send }

  override func begin() { send { self.finish(.success(())) } }
}

// Only for running and checking it here.
// anywhere: ends later; photo *
// computes: blocks
