import Foundation

/// A value behind a lock, for what tests and servers share.
final class Shared<Value>: @unchecked Sendable {  // `value` is touched only while `lock` is held
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func use<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Something that a test waits for, and something else brings about; once open, it stays open.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Shared(State())

  var isOpen: Bool { state.use { $0.isOpen } }

  func open() {
    let waiting = state.use { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for wake in waiting { wake() }
  }

  /// Calls back once the gate is open: now, or later from wherever it is opened.
  func whenOpen(_ wake: @escaping @Sendable () -> Void) {
    let isOpen = state.use { state in
      if !state.isOpen { state.waiting.append(wake) }
      return state.isOpen
    }
    if isOpen { wake() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in whenOpen { continuation.resume() } }
  }
}

/// Counts events, and lets a test wait for the n-th.
final class Counter: Sendable {
  private struct State {
    var count = 0
    var waiting: [(target: Int, gate: Gate)] = []
  }

  private let state = Shared(State())

  var count: Int { state.use { $0.count } }

  func add() {
    let reached = state.use { state in
      state.count += 1
      let count = state.count
      defer { state.waiting.removeAll { $0.target <= count } }
      return state.waiting.filter { $0.target <= count }
    }
    for entry in reached { entry.gate.open() }
  }

  func reach(_ target: Int) async {
    let gate = Gate()
    let isReached = state.use { state in
      if state.count < target { state.waiting.append((target, gate)) }
      return state.count >= target
    }
    if !isReached { await gate.wait() }
  }
}
