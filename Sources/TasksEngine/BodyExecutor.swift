import Dispatch

/// The threads that bodies run on. Not the cooperative pool of Swift concurrency, which has a thread a core, and on which a
/// body that blocks would hold up all tasks of the program.
final class BodyExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ name: String) { queue = DispatchQueue(label: name, attributes: .concurrent) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
