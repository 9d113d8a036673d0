import Base
import Engine

/// What the slots of a table's two queues do: which job holds which, how many wait, and when a queue is suspended.
/// May be used from any thread.
final class Lanes: Sendable {
  private struct State {
    var queues = ["download": LaneQueue("download"), "filter": LaneQueue("filter")]
    var changes = LaneChanges()
  }

  private let state = Locked(State())
  private let start = monotonicNanoseconds()

  /// Called under the engine's lock.
  func note(_ event: TraceEvent) {
    let time = milliseconds(event.time)
    state.withLock { state in state.queues[event.queueName]?.note(event, at: time, &state.changes) }
  }

  /// The changes since the last call; nil if there are none.
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

/// One queue's slots and what waits for them.
private struct LaneQueue {
  let name: String
  /// The job that holds each slot, and its bar.
  var slots: [(job: JobID, bar: LaneBar)?] = []
  var suspension: LaneBar?
  var waiting: Set<JobID> = []
  /// Jobs cancelled before they ran, since the last message.
  var dropped = 0
  /// As last sent.
  var sent = LaneLevel()

  init(_ name: String) { self.name = name }

  mutating func note(_ event: TraceEvent, at time: Int, _ changes: inout LaneChanges) {
    switch event.kind {
    case .waiting, .ready: waiting.insert(event.job)
    case .running:
      waiting.remove(event.job)
      let free = slots.firstIndex { $0 == nil } ?? slots.count
      if free == slots.count { slots.append(nil) }
      slots[free] = (event.job, changes.begin(name, slot: free, at: time))
    case .ended(let end):
      if waiting.remove(event.job) != nil {
        if case .cancelled = end { dropped += 1 }
      } else if let slot = slots.firstIndex(where: { $0?.job == event.job }), let bar = slots[slot]?.bar {
        slots[slot] = nil
        changes.end(bar, at: time, end)
      }
    case .suspended: suspension = suspension ?? changes.begin(name, slot: nil, at: time)
    case .resumed:
      if let suspension { changes.end(suspension, at: time) }
      suspension = nil
    case .returned, .cancelRequested, .prerequisite: break
    }
  }

  /// Nil if it has not changed since it was last sent.
  mutating func takeLevel() -> LaneLevel? {
    let level = LaneLevel(waiting: waiting.count, dropped: dropped)
    defer { (sent, dropped) = (level, 0) }
    return level == sent ? nil : level
  }
}

/// The bars that began or ended since the last message, in this order.
private struct LaneChanges {
  private var bars: [LaneBar] = []
  private var lastID = 0

  /// A hidden page takes none, and needs no more than these when it is back.
  private static let most = 2000

  mutating func begin(_ queue: String, slot: Int?, at time: Int) -> LaneBar {
    lastID += 1
    let bar = LaneBar(id: lastID, queue: queue, slot: slot, from: time)
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

/// What a page receives of the lanes. Times are milliseconds of one clock.
struct LaneMessage: Encodable {
  let now: Int
  /// A bar that is sent again has ended since.
  let bars: [LaneBar]
  /// Queues whose number of waiting jobs has changed.
  let levels: [String: LaneLevel]
}

/// A job in its slot; or the time in which a queue was suspended.
struct LaneBar: Encodable {
  let id: Int
  let queue: String
  /// From 0; nil for a suspension.
  let slot: Int?
  let from: Int
  /// Nil while it lasts.
  var to: Int?
  /// `finished`, `failed` or `cancelled`, once the job has ended.
  var end: String?
}

struct LaneLevel: Encodable, Equatable {
  /// Jobs on the queue that do not run.
  var waiting = 0
  /// Jobs cancelled before they ran, since the last message.
  var dropped = 0
}
