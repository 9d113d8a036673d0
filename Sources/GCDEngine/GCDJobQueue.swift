import Dispatch
import Engine

/// A queue that submits a job's item when there is a slot for it.
///
/// A concurrent `DispatchQueue` has no limit and no order among what it has, begins at once what it is given, also when it is
/// suspended next, and gives nothing back. So it is given as little as fills the slots. Its quality of service is one for
/// the whole queue, and no order either: all queues have the default.
final class GCDJobQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only.
  let pool: DispatchQueue

  override init(_ name: String, width: Int, engine: EngineCore) {
    pool = DispatchQueue(label: name, attributes: .concurrent)
    super.init(name, width: width, engine: engine)
  }

  // MARK: Waiting and ready jobs

  private var ready = ReadyLevels()
  /// How many are submitted and not picked, by `Priority.rawValue`.
  private var submitted = Priority.allCases.map { _ in 0 }

  override func didBeginWaiting(_ job: JobCore) { own(job, as: GCDJob.self).becomeReadyWhenFree() }

  override func didBecomeReady(_ job: JobCore) {
    ready.append(own(job))
    fillSlots()
  }

  override func didReturn(_ job: JobCore) {
    ready.prepend(own(job))
    fillSlots()
  }

  override func didLeaveReady(_ job: JobCore) {
    let job: GCDJob = own(job)
    guard job.isSubmitted else { return ready.remove(job) }
    submitted[job.priority.rawValue] -= 1
    job.withdraw(from: pool) { [self] in
      engine.locked {
        items -= 1
        fillSlots()
      }
    }
  }

  override func didReprioritize(_ job: JobCore, from old: Priority) {
    let job: GCDJob = own(job)
    if job.isSubmitted {
      submitted[old.rawValue] -= 1
      submitted[job.priority.rawValue] += 1
    } else if job.isReady {
      ready.move(job, from: old)
    }
    fillSlots()
  }

  // MARK: Slots

  /// The items that Dispatch has not begun, nor passed over.
  private var items = 0

  override func slotWasFreed() { fillSlots() }

  override func settingsDidChange() { fillSlots() }

  /// Nothing is submitted while something better is on its way to a thread: it would be put back there.
  private func fillSlots() {
    while !isSuspended, items + counts.running < width, ready.best >= bestSubmitted, let job = ready.popBest()
    {
      submitted[job.priority.rawValue] += 1
      items += 1
      job.submit(to: pool)
    }
  }

  /// The job's item is at a thread. Picks the job, unless it has to be ready again: the queue was suspended or narrowed,
  /// or something better has become ready.
  func pick(ifPossible job: GCDJob) -> Bool {
    submitted[job.priority.rawValue] -= 1
    items -= 1
    guard hasFreeSlot, max(ready.best, bestSubmitted) <= job.priority.rawValue else { return false }
    pick(job)
    fillSlots()
    return true
  }

  /// The `rawValue` of the best priority; -1 when there is none.
  private var bestSubmitted: Int { submitted.lastIndex { $0 > 0 } ?? -1 }

  // MARK: Idle

  /// Entered by each job that is added, left when its end was reported.
  private let busy = DispatchGroup()

  override func jobWasAdded() { busy.enter() }

  override func endWasReported() { busy.leave() }

  override func waitUntilIdle(upTo limit: Duration?) -> Bool { busy.wait(upTo: limit) }

  override func whenIdle(_ handler: @escaping @Sendable () -> Void) {
    busy.notify(queue: pool, execute: handler)
  }
}
