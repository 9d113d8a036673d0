import Dispatch
import Engine

/// A queue that holds its jobs back until a slot is free.
///
/// A concurrent `DispatchQueue` is only the pool of threads. It is handed tokens, not jobs: a token that comes to a
/// thread picks the job that is best at that moment. So a late priority, a suspension or a cancel is never too late,
/// and none needs to be taken back from Dispatch, which gives nothing back.
final class GCDQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change is touched under the engine's lock only.
  private let pool: DispatchQueue
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private var ready = ReadyLevels()
  /// Handed to the pool, and not yet at a thread.
  private var tokens = 0

  override init(_ name: String, width: Int, engine: EngineCore) {
    pool = DispatchQueue(label: name, attributes: .concurrent)
    super.init(name, width: width, engine: engine)
    pool.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  override var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  // MARK: Ready jobs

  override func enqueue(_ job: JobCore) {
    ready.append(job)
    issueTokens()
  }

  override func dequeue(_ job: JobCore) { ready.remove(job) }

  override func reprioritised(_ job: JobCore, from old: Priority) { ready.move(job, from: old) }

  override var readyJobs: [JobCore] { ready.jobs }

  // MARK: Slots

  /// A thread that comes back from a short job is given the next one at once: going through the pool costs more. But
  /// the pool is there for all queues, and a thread that was out for long goes through it again.
  override func slotFreed(by job: JobCore, byReturning: Bool) {
    if byReturning, let job = job as? GCDJob,
      DispatchTime.now().uptimeNanoseconds - job.turn < Self.longestTurn
    {
      job.successor = pickBest(turn: job.turn)
    }
    issueTokens()
  }

  /// In nanoseconds: some fifty times what going through the pool costs.
  private static let longestTurn: UInt64 = 50_000

  override func settingsChanged() { issueTokens() }

  /// Hands the pool a token for every free slot that a ready job could take.
  private func issueTokens() {
    guard !isSuspended else { return }
    while tokens < counts.ready, tokens + counts.running < width {
      tokens += 1
      pool.async(execute: redeem)
    }
  }

  /// A token is at a thread. There may be nothing left for it: what it was issued for was picked by another or
  /// cancelled, the queue suspended or narrowed.
  @Sendable private func redeem() {
    let turn = DispatchTime.now().uptimeNanoseconds
    var next = engine.lock.withLock {
      tokens -= 1
      return pickBest(turn: turn)
    }
    while let job = next {
      job.run()
      next = job.successor
      job.successor = nil
    }
  }

  private func pickBest(turn: UInt64) -> GCDJob? {
    guard hasFreeSlot, let job = ready.popBest() as? GCDJob else { return nil }
    job.turn = turn
    pick(job)
    return job
  }
}
