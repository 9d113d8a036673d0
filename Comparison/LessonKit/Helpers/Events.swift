/// Counts events by name. Tasks and threads can wait for them.
///
/// All members may be called on any thread.
public final class Events: Sendable {
  private let state = Locked((counts: [String: Int](), gates: [String: Gate]()))

  public init() {}

  /// Counts an event.
  public func add(_ name: String) {
    let gate = state.withLock { state in
      let count = state.counts[name, default: 0] + 1
      state.counts[name] = count
      return state.gates.removeValue(forKey: "\(name) \(count)")
    }
    gate?.open()
  }

  /// Returns when the event has been counted this many times. No thread is blocked.
  public func happened(_ name: String, times: Int = 1) async { await gate(name, times)?.opened() }

  /// Blocks the calling thread until the event has been counted.
  @available(*, noasync, message: "A task must not block: await happened(_:)")
  public func wait(for name: String) { gate(name, 1)?.wait() }

  /// Returns the gate that the event opens, or nil if it has been counted this many times.
  private func gate(_ name: String, _ times: Int) -> Gate? {
    state.withLock { state in
      if state.counts[name, default: 0] >= times { return nil }
      let gate = state.gates["\(name) \(times)"] ?? Gate()
      state.gates["\(name) \(times)"] = gate
      return gate
    }
  }
}
