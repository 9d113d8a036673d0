import Engine

/// Records all events of an engine in order.
public final class Recorder: Sendable {
  private let recorded = Awaited<[TraceEvent]>([])

  public init() {}

  /// The watcher to create the engine with.
  public var watcher: Watcher { { [self] event in record(event) } }

  /// Records an event. The engine calls this while holding its lock.
  public func record(_ event: TraceEvent) { recorded.change { $0.append(event) } }

  public var events: [TraceEvent] { recorded.value }

  /// The number of events so far. Use it later in `events[mark...]`.
  public var mark: Int { events.count }

  /// Waits until the events satisfy a condition, which is evaluated while holding the engine's lock.
  public func until(_ isSeen: @escaping @Sendable ([TraceEvent]) -> Bool) async {
    await recorded.until(isSeen)
  }
}
