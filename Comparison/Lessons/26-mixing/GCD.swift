import Dispatch
import Foundation
import LessonKit

/// Goes from Dispatch to the other two APIs and back.
public nonisolated func gcd() {
  let queue = DispatchQueue(label: "photos")
  let group = DispatchGroup()

  // To a task: enter before it, leave at its end.
  group.enter()
  diary.submitted("task")
  Task {
    let photo = await diary.span("task") { await newFunction() }
    queue.async(group: group) { show("\(photo), from a task") }
    group.leave()
  }
  group.wait()

  // To an operation: another depends on it, and comes back. It
  // does so, too, if the first was cancelled.
  let operations = OperationQueue()
  let photo = Locked("no photo")
  let operation = BlockOperation {
    diary.span("operation") { photo.withLock { $0 = "photo" } }
  }
  let end = BlockOperation {
    let result = photo.withLock { $0 }
    queue.async(group: group) {
      show("\(result), from an operation")
    }
    group.leave()
  }
  end.addDependency(operation)
  group.enter()
  diary.submitted("operation")
  operations.addOperations([operation, end], waitUntilFinished: false)
  group.wait()

  // Tasks can be kept off the pool: an executor runs them on a
  // queue, which they may block.
  group.enter()
  let executor = QueueExecutor(queue)
  diary.submitted("task on a queue")
  Task(executorPreference: executor) {
    diary.span("task on a queue") {
      dispatchPrecondition(condition: .onQueue(queue))
    }
    group.leave()
  }
  group.wait()
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
// anywhere: task
// computes: operation; task on a queue
