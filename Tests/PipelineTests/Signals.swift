import Foundation

/// Sends signals to the program, and keeps those that come before it has started.
final class Signals: @unchecked Sendable {
  // Safe: touched under `lock` only.
  private let lock = NSLock()
  private var sender: (@Sendable (Int32) -> Void)?
  private var early: [Int32] = []

  func set(_ sender: @escaping @Sendable (Int32) -> Void) {
    let early = lock.withLock {
      self.sender = sender
      return self.early
    }
    for number in early { sender(number) }
  }

  func send(_ number: Int32) {
    let sender = lock.withLock {
      if self.sender == nil { early.append(number) }
      return self.sender
    }
    sender?(number)
  }

  func clear() { lock.withLock { sender = nil } }
}
