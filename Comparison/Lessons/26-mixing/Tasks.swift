import Dispatch
import Foundation
import LessonKit

/// Goes from a task to the other two APIs. A continuation waits
/// for them, and no thread does.
private func callOthers() async {
  // A queue. Blocking calls go there, off the cooperative pool.
  let queue = DispatchQueue(label: "photos")
  diary.submitted("closure")
  let photo = await withCheckedContinuation { task in
    queue.async {
      block("closure", milliseconds: 1)
      task.resume(returning: "photo")
    }
  }
  show("\(photo), from a queue")

  // An operation, added before it may be cancelled. A dependent
  // resumes the task even after that.
  let operations = OperationQueue()
  operations.isSuspended = true
  let operation = Filter()
  operations.addOperation(operation)
  diary.submitted("operation")
  await withTaskCancellationHandler {
    await withCheckedContinuation { task in
      let end = BlockOperation { task.resume() }
      end.addDependency(operation)
      operations.addOperation(end)
      operations.isSuspended = false
    }
  } onCancel: {
    operation.cancel()
  }
  show("\(operation.photo ?? "no photo"), from an operation")

  // An actor on a queue: its functions and the closures of the
  // queue exclude each other.
  diary.submitted("actor on a queue")
  let album = Album(queue)
  await album.add()

  // And a closure on the queue may call them without `await`.
  diary.submitted("closure on the actor")
  await withCheckedContinuation { task in
    queue.async {
      album.assumeIsolated { $0.add("closure on the actor") }
      task.resume()
    }
  }
}

nonisolated private final class Filter: Operation, @unchecked Sendable {
  // Safe: written in `main`, and read when that has returned.
  private(set) var photo: String?

  override func main() { diary.span("operation") { photo = "photo" } }
}

private actor Album {
  private let executor: QueueExecutor

  init(_ queue: DispatchQueue) { executor = QueueExecutor(queue) }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
  func add(_ job: String = "actor on a queue") {
    diary.span(job) {
      dispatchPrecondition(condition: .onQueue(executor.queue))
    }
  }
}

/// An executor like `DispatchSerialQueue` on Apple platforms.
private final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue
  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
  /// Without this, `assumeIsolated` would trap.
  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async { await callOthers() }
// computes: closure; operation; actor on a queue; closure on the actor
