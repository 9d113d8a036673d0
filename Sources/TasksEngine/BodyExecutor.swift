import Dispatch

/// The threads that bodies run on. Not the cooperative pool of Swift concurrency: it has one thread per core, and a body
/// that blocks would keep all tasks of the program waiting.
final class BodyExecutor: TaskExecutor {
  /// The threads that asynchronous bodies start on. All concurrent queues of one quality of service share one pool of
  /// threads, in which a start of microseconds would wait behind bodies that compute. Another quality of service has
  /// its own threads.
  static let starts = BodyExecutor(.global(qos: .userInitiated))

  private let queue: DispatchQueue

  convenience init(_ name: String) { self.init(DispatchQueue(label: name, attributes: .concurrent)) }

  private init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
