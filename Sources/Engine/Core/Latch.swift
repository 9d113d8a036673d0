import Base
import Foundation

/// A door that opens once, for engines whose API has no wait, or none with a time limit.
package final class Latch: @unchecked Sendable {
  // Safe: `isOpen` is touched under the condition's lock only.
  private let condition = NSCondition()
  private var isOpen = false

  package init() {}

  package func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Blocks the calling thread.
  /// - Returns: whether it was opened before `limit` had passed.
  @discardableResult
  package func wait(upTo limit: Duration? = nil) -> Bool {
    let deadline = limit.map { monotonicNanoseconds().addingCapped($0.nanoseconds) }
    return condition.withLock {
      while !isOpen {
        guard let deadline else {
          condition.wait()
          continue
        }
        let now = monotonicNanoseconds()
        if now >= deadline { return false }
        // A second at most, as a condition waits by the wall clock, which may be set back meanwhile.
        _ = condition.wait(until: Date(timeIntervalSinceNow: min(1, Double(deadline - now) / 1e9)))
      }
      return true
    }
  }
}

extension Duration {
  /// Capped at some 290 years; not negative.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    if seconds >= 9_000_000_000 { return UInt64(Int64.max) }
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
  }
}

extension UInt64 {
  fileprivate func addingCapped(_ other: UInt64) -> UInt64 { Swift.min(UInt64(Int64.max), self &+ other) }
}
