import Dispatch
import Foundation
import Lesson19
import LessonKit

/// Goes from Operation to the other two APIs. An asynchronous
/// operation wraps them, which gives them a slot and dependents.
nonisolated private func runOthers() -> Operation {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1

  // Around a task. Cancelling the operation cancels it.
  let task = TaskOperation { return diary.span("task") { "photo" } }
  let never = TaskOperation {
    try await diary.span("sleeping task") {
      try await Task.sleep(for: .seconds(3_600))
      return "photo"
    }
  }
  // Around work on a queue.
  let closure = QueueOperation(DispatchQueue(label: "photos")) {
    return diary.span("closure") { "photo" }
  }
  let end = BlockOperation {
    show("\(described(task.result)), from a task")
    show("\(described(never.result)), and its task too")
    show("\(described(closure.result)), from a queue")
  }
  for job in [task, never, closure] { end.addDependency(job) }
  diary.submitted("task", "sleeping task", "closure")
  queue.addOperations(
    [task, never, closure, end], waitUntilFinished: false)
  return never
}

/// An operation queue can run on a queue of yours, and then
/// excludes what else runs there.
nonisolated private func runOnQueue() {
  let (queue, mine) = (OperationQueue(), DispatchQueue(label: "mine"))
  queue.underlyingQueue = mine
  diary.submitted("operation on a queue")
  queue.addOperation {
    diary.span("operation on a queue") {
      dispatchPrecondition(condition: .onQueue(mine))
    }
  }
}

/// A task may throw anything, so one case holds other errors.
nonisolated private enum TaskError: OperationError {
  case cancelled
  case failed(any Error)
}

nonisolated private final class TaskOperation:
  AsyncOperation<String, TaskError>, @unchecked Sendable
{
  private let body: @Sendable () async throws -> String
  // Safe: `begin` and `abort` never overlap.
  private var task: Task<Void, Never>?

  init(_ body: @escaping @Sendable () async throws -> String) {
    self.body = body
  }
  override func begin() {
    task = Task {
      do {
        finish(.success(try await body()))
      } catch {
        // Not `CancellationError`: `URLSession` throws another.
        finish(.failure(isCancelled ? .cancelled : .failed(error)))
      }
    }
  }
  override func abort() { task?.cancel() }
}

nonisolated private final class QueueOperation:
  AsyncOperation<String, TaskError>, @unchecked Sendable
{
  private let queue: DispatchQueue
  private let body: @Sendable () -> String

  init(_ queue: DispatchQueue, _ body: @escaping @Sendable () -> String) {
    (self.queue, self.body) = (queue, body)
  }
  override func begin() {
    queue.async { self.finish(.success(self.body())) }
  }
}

// Only for running and checking it here.
@MainActor public func operation() async {
  let never = runOthers()
  await started("sleeping task")
  diary.cancelled("sleeping task")
  never.cancel()
  await ended("photo, from a queue")
  runOnQueue()
  await ended("operation on a queue")
}
// anywhere: task; sleeping task
// computes: closure; operation on a queue
