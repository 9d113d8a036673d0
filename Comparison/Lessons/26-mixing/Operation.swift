import Dispatch
import Foundation
import Lesson19
import LessonKit

/// From Operation to the other two: an asynchronous operation
/// wraps them, so that they have a slot and dependents.
public nonisolated func operation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  // Around a task. Cancelling the operation cancels it.
  let task = TaskOperation { return diary.span("task") { "photo" } }
  let begun = Gate()
  let never = TaskOperation {
    try await diary.span("sleeping task") {
      begun.open()
      try await Task.sleep(for: .seconds(3_600))
      return "photo"
    }
  }
  // Around work on a queue.
  let closure = QueueOperation(DispatchQueue(label: "photos")) {
    return diary.span("closure") { "photo" }
  }

  let all = [task, never, closure]
  diary.submitted("task", "sleeping task", "closure")
  queue.addOperations(all, waitUntilFinished: false)
  begun.wait()
  diary.cancelled("sleeping task")
  never.cancel()
  queue.waitUntilAllOperationsAreFinished()
  show("\(described(task.result)), from a task")
  show("\(described(never.result)), and its task too")
  show("\(described(closure.result)), from a queue")

  // An operation queue can run on a queue of yours, and then
  // excludes what else runs there.
  let mine = DispatchQueue(label: "mine")
  queue.underlyingQueue = mine
  diary.submitted("operation on a queue")
  queue.addOperation {
    diary.span("operation on a queue") {
      dispatchPrecondition(condition: .onQueue(mine))
    }
  }
  queue.waitUntilAllOperationsAreFinished()
}

/// A task may fail with anything: so one case is for the rest.
nonisolated private enum TaskError: OperationError {
  case cancelled
  case failed(any Error)
}

nonisolated private class TaskOperation:
  AsyncOperation<String, TaskError>, @unchecked Sendable
{
  private let body: @Sendable () async throws -> String
  private let task = Locked<Task<Void, Never>?>(nil)

  init(_ body: @escaping @Sendable () async throws -> String) {
    self.body = body
  }
  override func begin() {
    let started = Task {
      do {
        finish(.success(try await body()))
      } catch is CancellationError {
        finish(.failure(.cancelled))
      } catch {
        finish(.failure(.failed(error)))
      }
    }
    task.withLock { $0 = started }
  }
  override func abort() { task.withLock { $0 }?.cancel() }
}

nonisolated private final class QueueOperation:
  TaskOperation, @unchecked Sendable
{
  init(_ queue: DispatchQueue, _ body: @escaping @Sendable () -> String) {
    super.init {
      await withCheckedContinuation { task in
        queue.async { task.resume(returning: body()) }
      }
    }
  }
}
