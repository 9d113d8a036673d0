import Base
import Engine

/// A light that is on while any of many transfers is in flight. May be used from any thread.
public final class ActivityIndicator: Sendable {
  private let count = Locked(0)
  private let onChange: @Sendable (_ isOn: Bool) -> Void

  /// - Parameter onChange: is called when the light goes on or off, in order, on the thread that changed it. It must be
  ///   quick, and must not use the indicator.
  public init(onChange: @escaping @Sendable (_ isOn: Bool) -> Void = { _ in }) { self.onChange = onChange }

  public var isOn: Bool { count.value > 0 }

  /// Counts something as in flight; `end()` once for each.
  public func begin() {
    count.withLock { count in
      count += 1
      // Under the lock, so that the last call is the true one.
      if count == 1 { onChange(true) }
    }
  }

  public func end() {
    count.withLock { count in
      count -= 1
      if count == 0 { onChange(false) }
    }
  }
}
