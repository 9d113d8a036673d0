import Base
import Dispatch

/// A value that any thread may change, and that a test can wait for.
public final class Awaited<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    /// Each returns what to do once the value is as awaited, and nil before that.
    var waiting: [@Sendable (inout Value) -> (@Sendable () -> Void)?] = []
  }

  private let state: Locked<State>

  public init(_ value: Value) { state = Locked(State(value: value)) }

  public var value: Value { state.withLock { $0.value } }

  /// Changes the value, and then wakes all callers that it satisfies.
  @discardableResult
  public func change<Result>(_ body: (inout Value) -> Result) -> Result {
    let (result, awoken) = state.withLock { state in
      let result = body(&state.value)
      var awoken: [@Sendable () -> Void] = []
      state.waiting.removeAll { look in
        let wake = look(&state.value)
        if let wake { awoken.append(wake) }
        return wake != nil
      }
      return (result, awoken)
    }
    for wake in awoken { wake() }
    return result
  }

  /// Calls `look` with the value, now and after each change, until it returns a function. That function is then
  /// called: immediately on this thread, or later on the thread that changes the value.
  public func when(_ look: @escaping @Sendable (inout Value) -> (@Sendable () -> Void)?) {
    let wake = state.withLock { state in
      let wake = look(&state.value)
      if wake == nil { state.waiting.append(look) }
      return wake
    }
    wake?()
  }

  /// Waits until `find` returns something other than nil, and returns that. `find` may change the value.
  public func first<Found: Sendable>(_ find: @escaping @Sendable (inout Value) -> Found?) async -> Found {
    await withCheckedContinuation { go in
      when { value in
        guard let found = find(&value) else { return nil }
        return { go.resume(returning: found) }
      }
    }
  }

  /// Waits until the value satisfies a condition.
  public func until(_ condition: @escaping @Sendable (Value) -> Bool) async {
    await first { condition($0) ? () : nil }
  }

  /// Blocks the calling thread until the value satisfies a condition. Don't call this on a thread of Swift's
  /// concurrency pool.
  public func blockUntil(_ condition: @escaping @Sendable (Value) -> Bool) {
    let isMet = DispatchSemaphore(value: 0)
    let wake: @Sendable () -> Void = { isMet.signal() }
    when { condition($0) ? wake : nil }
    isMet.wait()
  }
}
