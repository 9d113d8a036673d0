import Foundation

/// A value behind a lock. Hold the lock for a few instructions only, and call nobody from inside.
final class Locked<Value>: @unchecked Sendable {  // `value` is touched only while `lock` is held
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
