import Engine
import HeapModule

/// A queue that starts a job's task when there is a slot for it.
final class TasksJobQueue: QueueCore, @unchecked Sendable {
  // Safe: what can change does so under the engine's lock only.
  private let executor: BodyExecutor

  override init(_ name: String, width: Int, engine: EngineCore) {
    executor = BodyExecutor(name)
    super.init(name, width: width, engine: engine)
  }

  // MARK: Ready jobs

  /// The turn of a ready job: by priority, and within one in the order of becoming ready.
  private struct Turn: Comparable {
    let job: TasksJob
    let priority: Priority
    let number: Int

    var isCurrent: Bool { job.isLinedUp && job.turn == number }

    static func < (a: Turn, b: Turn) -> Bool {
      a.priority == b.priority ? a.number > b.number : a.priority < b.priority
    }

    static func == (a: Turn, b: Turn) -> Bool { a.number == b.number }
  }

  private var ready = Heap<Turn>()
  private var lastTurn = 0
  /// How many of them have a current turn.
  private var readyCount = 0
  /// How many are started and not picked, by `Priority.rawValue`.
  private var started = Priority.allCases.map { _ in 0 }
  private var startedCount = 0

  override func didBecomeReady(_ job: JobCore) {
    lastTurn += 1
    lineUp(own(job), lastTurn)
    fillSlots()
  }

  override func didReturn(_ job: JobCore) {
    let job: TasksJob = own(job)
    lineUp(job, job.turn)
    fillSlots()
  }

  private func lineUp(_ job: TasksJob, _ turn: Int) {
    job.turn = turn
    job.isLinedUp = true
    readyCount += 1
    ready.insert(Turn(job: job, priority: job.priority, number: turn))
  }

  override func didLeaveReady(_ job: JobCore) {
    let job: TasksJob = own(job)
    if job.isStarted {
      note(job.priority, started: -1)
      job.setCancelled()
    } else {
      leaveTurn(job)
    }
  }

  /// A heap gives up what is on top only, so what is out of date stays until half of it is.
  private func leaveTurn(_ job: TasksJob) {
    job.isLinedUp = false
    readyCount -= 1
    if readyCount * 2 < ready.count { ready = Heap(ready.unordered.filter(\.isCurrent)) }
  }

  override func didReprioritize(_ job: JobCore, from old: Priority) {
    let job: TasksJob = own(job)
    guard job.isReady else { return }
    if job.isStarted {
      note(old, started: -1)
      note(job.priority, started: 1)
    } else {
      leaveTurn(job)
      lastTurn += 1
      lineUp(job, lastTurn)
    }
    fillSlots()
  }

  private var best: Turn? {
    while let turn = ready.max {
      if turn.isCurrent { return turn }
      ready.removeMax()
    }
    return nil
  }

  // MARK: Slots

  override func slotWasFreed() { fillSlots() }

  override func settingsDidChange() { fillSlots() }

  private func note(_ priority: Priority, started change: Int) {
    started[priority.rawValue] += change
    startedCount += change
  }

  /// Nothing is started while something better is on its way to a thread: it would be put back there.
  private func fillSlots() {
    while !isSuspended, startedCount + counts.running < width, let job = best?.job,
      job.priority.rawValue >= bestStarted
    {
      ready.removeMax()
      job.isLinedUp = false
      readyCount -= 1
      note(job.priority, started: 1)
      job.start(on: executor)
    }
  }

  /// The job's task is at a thread. Picks the job, unless it has to be ready again: the queue was suspended or narrowed,
  /// or something better has become ready.
  func pick(ifPossible job: TasksJob) -> Bool {
    note(job.priority, started: -1)
    let isBest = bestStarted <= job.priority.rawValue && best.map { $0.priority <= job.priority } ?? true
    guard hasFreeSlot, isBest else { return false }
    pick(job)
    fillSlots()
    return true
  }

  /// The `rawValue` of the best priority; -1 when there is none.
  private var bestStarted: Int { started.lastIndex { $0 > 0 } ?? -1 }
}
