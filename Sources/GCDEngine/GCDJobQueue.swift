import Dispatch
@_spi(Engines) import Engine

/// A queue whose jobs run on the threads of a concurrent `DispatchQueue`.
///
/// That has no limit and no order among what it has, begins at once what it is given, also when it is suspended next, and
/// gives nothing back. So it is given as little as fills the slots (`SlotQueue`). Its quality of service is one for the
/// whole queue, and no order either: all queues have the default.
final class GCDJobQueue: SlotQueue, @unchecked Sendable {
  // Safe: it adds constants only.
  let pool: DispatchQueue

  override init(_ name: String, width: Int, engine: EngineCore) {
    pool = DispatchQueue(label: name, attributes: .concurrent)
    super.init(name, width: width, engine: engine)
  }

  override func didBeginWaiting(_ job: JobCore) { own(job, as: GCDJob.self).becomeReadyWhenFree() }

  // MARK: Idle

  /// Entered for each report that is due, left when it was made.
  private let busy = DispatchGroup()

  override func reportIsDue() { busy.enter() }

  override func reportIsMade() { busy.leave() }

  override func waitUntilIdle(upTo limit: Duration?) -> Bool { busy.wait(upTo: limit) }

  override func whenIdle(_ handler: @escaping @Sendable () -> Void) {
    busy.notify(queue: pool, execute: handler)
  }
}
