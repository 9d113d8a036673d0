import Dispatch
import LessonKit

/// From Dispatch to the other two, and back.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "photos")
  let group = DispatchGroup()

  // To a task: enter before it, leave at its end.
  group.enter()
  diary.submitted("task")
  Task {
    let photo = await diary.span("task") { await newFunction() }
    queue.async(group: group) { diary.note("\(photo), from a task") }
    group.leave()
  }
  group.wait()

  // To an operation: its last closure comes back.
  group.enter()
  let span = diary.begin("operation")
  oldOperation { photo in
    span.end()
    queue.async(group: group) { diary.note("\(photo), from an operation") }
    group.leave()
  }
  group.wait()

  // Tasks can be kept off the pool: an executor runs them on a
  // queue. So they may block it.
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

private func oldOperation(_ done: @escaping @Sendable (String) -> Void) {
  // What the old code does with its `OperationQueue`.
  transfer(milliseconds: 1) { done("photo") }
}

private final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue
  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
