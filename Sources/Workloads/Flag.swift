import Engine

/// Set once, read from any thread.
final class Flag: @unchecked Sendable {
  // Safe: touched under `lock` only.
  private let lock = Lock()
  private var value = false
  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
