import Foundation

/// A closed gate, in front of which threads wait until it is opened for good. Neither Dispatch's nor Operation's, so
/// that a lesson can hold up a body without favouring one of them.
public final class Gate: @unchecked Sendable {
  // Safe: touched under the condition's lock only.
  private let condition = NSCondition()
  private var opened = false

  public init() {}

  public var isOpen: Bool { condition.withLock { opened } }

  public func open() {
    condition.withLock {
      opened = true
      condition.broadcast()
    }
  }

  public func wait() {
    condition.withLock {
      while !opened { condition.wait() }
    }
  }

  /// - Returns: `false` if the gate stayed closed for all that time.
  public func wait(milliseconds: Int) -> Bool {
    let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
    return condition.withLock {
      while !opened, condition.wait(until: end) {}
      return opened
    }
  }
}
