import Dispatch
import Foundation
import LessonKit

/// Calls a task: enter before it, leave at its end.
nonisolated private func callTask(from queue: DispatchQueue) {
  let (group, photo) = (DispatchGroup(), Locked("no photo"))
  group.enter()
  diary.submitted("task")
  Task {
    let new = await diary.span("task") { await newFunction() }
    photo.withLock { $0 = new }
    group.leave()
  }
  group.notify(queue: queue) {
    show("\(photo.withLock { $0 }), from a task")
  }
}

/// Calls an operation: another depends on it, and comes back,
/// also if the first was cancelled.
nonisolated private func callOperation(from queue: DispatchQueue) {
  let operations = OperationQueue()
  let photo = Locked("no photo")
  let operation = BlockOperation {
    diary.span("operation") { photo.withLock { $0 = "photo" } }
  }
  let end = BlockOperation {
    let result = photo.withLock { $0 }
    queue.async { show("\(result), from an operation") }
  }
  end.addDependency(operation)
  diary.submitted("operation")
  operations.addOperations([operation, end], waitUntilFinished: false)
}

/// Tasks can be kept off the pool: an executor runs them on a
/// queue, which they may block.
nonisolated private func runTask(on queue: DispatchQueue) {
  let executor = QueueExecutor(queue)
  diary.submitted("task on a queue")
  Task(executorPreference: executor) {
    diary.span("task on a queue") {
      dispatchPrecondition(condition: .onQueue(queue))
    }
  }
}

private func newFunction() async -> String { "photo" }

private final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue
  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let queue = DispatchQueue(label: "photos")
  callTask(from: queue)
  await ended("photo, from a task")
  callOperation(from: queue)
  await ended("photo, from an operation")
  runTask(on: queue)
  await ended("task on a queue")
}
// anywhere: task
// computes: operation; task on a queue
