import Base
import Engine

/// Every event of one engine, in the order in which they happened.
public final class Recorder: Sendable {
  private struct State {
    var events: [TraceEvent] = []
    var awaited: [(isSeen: @Sendable ([TraceEvent]) -> Bool, seen: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  public init() {}

  /// The watcher to create the engine with.
  public var watcher: Watcher { { [self] event in record(event) } }

  /// Called under the engine's lock.
  public func record(_ event: TraceEvent) {
    state.withLock { state in
      state.events.append(event)
      while let index = state.awaited.firstIndex(where: { $0.isSeen(state.events) }) {
        state.awaited.remove(at: index).seen()
      }
    }
  }

  public var events: [TraceEvent] { state.withLock { $0.events } }

  /// The number of events so far, which marks a place in `events[mark...]`.
  public var mark: Int { state.withLock { $0.events.count } }

  /// Waits until what has happened satisfies a condition, which is looked at under the engine's lock.
  public func until(_ isSeen: @escaping @Sendable ([TraceEvent]) -> Bool) async {
    await withCheckedContinuation { go in
      state.withLock { state in
        if isSeen(state.events) { go.resume() } else { state.awaited.append((isSeen, { go.resume() })) }
      }
    }
  }
}
