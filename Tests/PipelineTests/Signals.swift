import Base
import TestSupport

/// Sends signals to the program. Signals sent before it has started are delivered when it has.
final class Signals: Sendable {
  private let state = Locked<(child: Child?, early: [Int32])>((nil, []))

  func reach(_ child: Child) {
    let early = state.withLock { state in
      state.child = child
      return state.early
    }
    for number in early { child.send(number) }
  }

  func send(_ number: Int32) {
    let child = state.withLock { state in
      if state.child == nil { state.early.append(number) }
      return state.child
    }
    child?.send(number)
  }
}
