import Base
import Engine
import Engines
import Timelines
import Workloads

/// The activity of a table's two queues: the job in each slot, the number of waiting jobs, and suspensions. It may be
/// used from any thread.
final class Lanes: Sendable {
  /// The queues whose slots the page draws, from top to bottom.
  static let queues = [QueueName.download, .filter]

  private struct State {
    var queues: [String: LaneQueue]
    var changes = LaneChanges()
  }

  private let state: Locked<State>
  private let start = monotonicNanoseconds()

  /// - Parameter widths: The widths of the queues in `queues`, in that order.
  init(_ engine: EngineName, widths: [Int]) {
    let queues = zip(Self.queues, widths).map { queue, width in
      (queue.rawValue, LaneQueue(name: queue.rawValue, engine: engine, width: width))
    }
    state = Locked(State(queues: Dictionary(uniqueKeysWithValues: queues)))
  }

  /// Records an event. The engine calls this while holding its lock.
  func note(_ event: TraceEvent) {
    let time = milliseconds(event.time)
    state.withLock { state in state.queues[event.queueName]?.note(event, at: time, &state.changes) }
  }

  /// Returns the changes since the last call, or nil if there are none.
  func take() -> LaneMessage? {
    let now = milliseconds(monotonicNanoseconds())
    return state.withLock { state in
      let levels = state.queues.keys.compactMap { name in
        state.queues[name]?.takeLevel().map { (name, $0) }
      }
      let bars = state.changes.take()
      guard !bars.isEmpty || !levels.isEmpty else { return nil }
      return LaneMessage(now: now, bars: bars, levels: Dictionary(uniqueKeysWithValues: levels))
    }
  }

  private func milliseconds(_ time: UInt64) -> Int { time > start ? Int((time - start) / 1_000_000) : 0 }
}

/// The slots and waiting jobs of one queue.
private struct LaneQueue {
  let name: String
  let engine: EngineName
  let width: Int
  /// The job in each slot, with its bar.
  var slots: [(job: JobID, bar: LaneBar)?] = []
  var suspension: LaneBar?
  /// The waiting jobs: whether each is ready, and whether it is in our own code's lists rather than with the API.
  var waiting: [JobID: (isReady: Bool, isListed: Bool)] = [:]
  /// The number of jobs that were cancelled before they ran, since the last message.
  var dropped = 0
  /// The level that was last sent.
  var sent = LaneLevel()

  mutating func note(_ event: TraceEvent, at time: Int, _ changes: inout LaneChanges) {
    switch event.kind {
    case .entered(.running):
      let wasListed = waiting.removeValue(forKey: event.job)?.isListed == true
      let free = slots.firstFree(or: nil) { $0 == nil }
      slots[free] = (event.job, changes.begin(name, slot: free, at: time, wasListed: wasListed))
    case .entered(.ended(let end)):
      if waiting.removeValue(forKey: event.job) != nil {
        if case .cancelled = end { dropped += 1 }
      } else if let slot = slots.firstIndex(where: { $0?.job == event.job }), let bar = slots[slot]?.bar {
        slots[slot] = nil
        changes.end(bar, at: time, end)
      }
    case .entered(let state): waiting[event.job] = (state == .ready, lists(state))
    case .suspended: suspension = suspension ?? changes.begin(name, slot: nil, at: time)
    case .resumed:
      if let suspension { changes.end(suspension, at: time) }
      suspension = nil
    case .returned, .cancelRequested, .prerequisite: break
    }
  }

  /// Returns the level, or nil if it hasn't changed since it was last sent.
  mutating func takeLevel() -> LaneLevel? {
    let level = LaneLevel(
      waiting: waiting.count, listed: waiting.count { $0.value.isListed }, dropped: dropped)
    defer { (sent, dropped) = (level, 0) }
    return level == sent ? nil : level
  }

  /// Returns whether a job that enters this state waits in our own code's lists. Dispatch knows those that wait for a
  /// prerequisite. Dispatch and Swift concurrency get a ready one immediately if a slot is free (`SlotQueue`). An
  /// `OperationQueue` knows all ready ones, and the first 64 of the others.
  private func lists(_ state: JobState) -> Bool {
    switch engine {
    case .operation: return false
    case .serial: return true
    case .gcd, .tasks:
      guard state == .ready else { return engine == .tasks }
      let taken = slots.count { $0 != nil } + waiting.values.count { $0.isReady }
      return suspension != nil || taken >= width
    }
  }
}

/// The bars that began or ended since the last message, in chronological order.
private struct LaneChanges {
  private var bars: [LaneBar] = []
  private var lastID = 0

  /// The maximum number of bars to keep. A hidden page doesn't receive any, so the oldest ones are dropped.
  private static let most = 2000

  mutating func begin(_ queue: String, slot: Int?, at time: Int, wasListed: Bool = false) -> LaneBar {
    lastID += 1
    let bar = LaneBar(id: lastID, queue: queue, slot: slot, from: time, listed: wasListed ? true : nil)
    add(bar)
    return bar
  }

  mutating func end(_ bar: LaneBar, at time: Int, _ end: JobEnd? = nil) {
    var bar = bar
    (bar.to, bar.end) = (time, end?.description)
    add(bar)
  }

  mutating func take() -> [LaneBar] {
    defer { bars = [] }
    return bars
  }

  private mutating func add(_ bar: LaneBar) {
    if bars.count == Self.most { bars.removeFirst(Self.most / 2) }
    bars.append(bar)
  }
}

/// The message that updates a page's lanes. All times are milliseconds of the same clock.
struct LaneMessage: Encodable {
  let now: Int
  /// New bars, and earlier bars that have ended since.
  let bars: [LaneBar]
  /// The levels of the queues whose number of waiting jobs has changed.
  let levels: [String: LaneLevel]
}

/// A bar on a lane. It represents a job in its slot, or a period during which a queue was suspended.
struct LaneBar: Encodable {
  let id: Int
  let queue: String
  /// The number of the slot, starting at 0, or nil for a suspension.
  let slot: Int?
  let from: Int
  /// True if the job had waited in our own code's lists. Otherwise, the API started it by itself or as soon as it was
  /// added.
  var listed: Bool?
  /// The end of the bar, or nil while it lasts.
  var to: Int?
  /// The outcome once the job has ended: `finished`, `failed` or `cancelled`.
  var end: String?
}

struct LaneLevel: Encodable, Equatable {
  /// The number of jobs on the queue that aren't running.
  var waiting = 0
  /// The number of them that wait in our own code's lists.
  var listed = 0
  /// The number of jobs that were cancelled before they ran, since the last message.
  var dropped = 0
}
