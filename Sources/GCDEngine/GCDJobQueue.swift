import Dispatch
@_spi(Engines) import Engine

/// A queue whose jobs run on the threads of a concurrent `DispatchQueue`.
///
/// A `DispatchQueue` has no limit and no priorities. It starts what it is given, even if it is suspended next, and gives
/// nothing back. So it is given only as many jobs as there are free slots (`SlotQueue`). Its quality of service applies to
/// the whole queue and doesn't order its work. Every queue has the default.
final class GCDJobQueue: SlotQueue, @unchecked Sendable {
  // Safe: it only adds constants.
  private let pool: DispatchQueue
  /// The threads that asynchronous bodies start on. All concurrent queues of one quality of service share one pool of
  /// threads, in which a start of microseconds would wait behind bodies that compute. Another quality of service has
  /// its own threads.
  private static let starts = DispatchQueue.global(qos: .userInitiated)

  override init(_ name: String, width: Int, engine: EngineCore) {
    pool = DispatchQueue(label: name, attributes: .concurrent)
    super.init(name, width: width, engine: engine)
  }

  /// The queue for the work items and notices of a job with such a body.
  func threads(isAsynchronous: Bool) -> DispatchQueue { isAsynchronous ? Self.starts : pool }

  override func didBeginWaiting(_ job: JobCore) {
    unsafeDowncast(job, to: GCDJob.self).becomeReadyWhenFree()
  }
}
