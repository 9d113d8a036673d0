import Dispatch

/// The threads that bodies run on. The cooperative pool of Swift concurrency isn't used, because it has only one
/// thread per core. A body that blocks its thread would keep other tasks of the program waiting.
final class BodyExecutor: TaskExecutor {
  /// The threads that asynchronous bodies start on. All concurrent queues with the same quality of service share one
  /// pool of threads. In that pool, a start that takes microseconds would have to wait behind bodies that compute. A
  /// different quality of service has its own threads.
  static let starts = BodyExecutor(.global(qos: .userInitiated))

  private let queue: DispatchQueue

  convenience init(_ name: String) { self.init(DispatchQueue(label: name, attributes: .concurrent)) }

  private init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
