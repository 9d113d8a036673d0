import Base

/// An event that a test waits for. Once open, a gate stays open.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  public init() {}

  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Wakes everyone who is waiting. Opening the gate again has no effect.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for wake in waiting { wake() }
  }

  /// Calls a function once the gate is open: immediately on this thread if it already is, or later on the
  /// thread that opens it.
  public func whenOpen(_ wake: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(wake) }
      return state.isOpen
    }
    if isOpen { wake() }
  }

  public func wait() async {
    await withCheckedContinuation { go in whenOpen { go.resume() } }
  }
}
