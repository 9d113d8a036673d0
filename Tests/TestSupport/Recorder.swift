import Base
import Engine

/// Records all events of an engine in order.
public final class Recorder: Sendable {
  private struct State {
    var events: [TraceEvent] = []
    var awaited: [(isSeen: @Sendable ([TraceEvent]) -> Bool, seen: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  public init() {}

  /// The watcher to create the engine with.
  public var watcher: Watcher { { [self] event in record(event) } }

  /// Records an event. The engine calls this while holding its lock.
  public func record(_ event: TraceEvent) {
    state.withLock { state in
      state.events.append(event)
      while let index = state.awaited.firstIndex(where: { $0.isSeen(state.events) }) {
        state.awaited.remove(at: index).seen()
      }
    }
  }

  public var events: [TraceEvent] { state.withLock { $0.events } }

  /// The number of events so far. Use it later in `events[mark...]`.
  public var mark: Int { state.withLock { $0.events.count } }

  /// Waits until the events satisfy a condition, which is evaluated while holding the engine's lock.
  public func until(_ isSeen: @escaping @Sendable ([TraceEvent]) -> Bool) async {
    await withCheckedContinuation { go in
      state.withLock { state in
        if isSeen(state.events) { go.resume() } else { state.awaited.append((isSeen, { go.resume() })) }
      }
    }
  }
}
