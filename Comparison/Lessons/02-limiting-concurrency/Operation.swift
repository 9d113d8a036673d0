import Foundation
import Lesson19
import LessonKit

/// The concurrency limit of a queue is a property. The threads
/// come from Dispatch's pool.
private func startTransfers(on queue: OperationQueue) {
  queue.maxConcurrentOperationCount = 500
  // Asynchronous operations hold no thread while they wait.
  let replies = Replies(after: 500)
  for _ in 1...500 {
    queue.addOperation(Transfer { replies.wait("ends later", $0) })
  }
}

private func readFiles(on queue: OperationQueue) {
  // Operations that block hold one each.
  for _ in 1...500 {
    queue.addOperation { block("blocks", milliseconds: 1) }
  }
}

private func downloadPhotos(on queue: OperationQueue) {
  queue.maxConcurrentOperationCount = 4
  for photo in (1...12).map({ "photo \($0)" }) {
    diary.submitted(photo)
    queue.addOperation(
      Transfer { transfer(photo, milliseconds: 80, $0) })
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
@MainActor public func operation() async {
  let queue = OperationQueue()
  startTransfers(on: queue)
  await ended("ends later", times: 500)
  readFiles(on: queue)
  await ended("blocks", times: 500)
  downloadPhotos(on: queue)
  for number in 1...12 { await ended("photo \(number)") }
}
// anywhere: ends later; photo *
// computes: blocks
// order: ends later < blocks; blocks < photo 1; photo 1 < photo 12
