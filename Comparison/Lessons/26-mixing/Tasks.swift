import Dispatch
import Foundation
import LessonKit

/// From a task to the other two: a continuation waits for
/// them, and no thread does.
public func tasks(_ diary: Diary) async {
  // A queue. What blocks goes there, off the cooperative pool.
  let queue = DispatchQueue(label: "photos")
  let photo = await withCheckedContinuation { task in
    queue.async {
      block(milliseconds: 1)
      task.resume(returning: "photo")
    }
  }
  diary.note("\(photo), from a queue")

  // An operation: another depends on it, and resumes the task,
  // if it was cancelled, too.
  let operations = OperationQueue()
  let operation = Filter()
  await withTaskCancellationHandler {
    await withCheckedContinuation { task in
      let end = BlockOperation { task.resume() }
      end.addDependency(operation)
      operations.addOperations([operation, end], waitUntilFinished: false)
    }
  } onCancel: {
    operation.cancel()
  }
  let filtered = operation.photo ?? "no photo"
  diary.note("\(filtered), from an operation")

  // An actor on a queue: its functions and the closures of the
  // queue exclude each other.
  await Album(queue).add(diary)
}

private final class Filter: Operation, @unchecked Sendable {
  // Safe: written in `main`, and read when that has returned.
  private(set) var photo: String?

  override func main() { photo = "photo" }
}

private actor Album {
  private let executor: QueueExecutor

  init(_ queue: DispatchQueue) { executor = QueueExecutor(queue) }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
  func add(_ diary: Diary) {
    dispatchPrecondition(condition: .onQueue(executor.queue))
    diary.note("an actor on a queue")
  }
}

/// On Apple platforms `DispatchSerialQueue` is one already.
private final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue
  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
