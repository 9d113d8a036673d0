import Dispatch
@_spi(Engines) import Engine

/// A queue whose jobs run on the threads of a concurrent `DispatchQueue`.
///
/// A `DispatchQueue` has no limit and no priorities. It starts everything that it is given, even if it is suspended
/// right afterwards, and can't take anything back. It is therefore given only as many jobs as there are free slots
/// (`SlotQueue`). Its quality of service applies to the whole queue and doesn't order its work. Every queue uses the
/// default.
final class GCDJobQueue: SlotQueue, @unchecked Sendable {
  // Safe: it only adds constants.
  private let pool: DispatchQueue
  /// The threads that asynchronous bodies start on. All concurrent queues with the same quality of service share one
  /// pool of threads. In that pool, a start that takes microseconds would have to wait behind bodies that compute. A
  /// different quality of service has its own threads.
  private static let starts = DispatchQueue.global(qos: .userInitiated)

  override init(_ name: String, width: Int, engine: EngineCore) {
    pool = DispatchQueue(label: name, attributes: .concurrent)
    super.init(name, width: width, engine: engine)
  }

  /// Returns the queue for a job's work items and notifications.
  func threads(isAsynchronous: Bool) -> DispatchQueue { isAsynchronous ? Self.starts : pool }

  override func didBeginWaiting(_ job: JobCore) {
    unsafeDowncast(job, to: GCDJob.self).becomeReadyWhenFree()
  }
}
