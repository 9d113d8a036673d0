import Base

/// Something that a test waits for, and something else brings about. Once open, it stays open.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  public init() {}

  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Wakes everyone who is waiting. Opening it again changes nothing.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for wake in waiting { wake() }
  }

  /// Calls back once the gate is open: now, on this thread, or later on the thread that opens it.
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
