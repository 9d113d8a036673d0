import Base
import Engine

/// What the jobs of one photo hand on to each other and to the reporting queue.
final class Handoff: @unchecked Sendable {
  // Safe: all of it is touched under `lock` only.
  private let lock = Lock()
  private var body: Original?
  private var bytes = 0
  private var state: Validator?
  private var wasUnchanged = false

  func put(_ original: Original) { lock.withLock { body = original } }
  /// The original that was put is in this state, as far as its server says.
  func put(_ validator: Validator?) { lock.withLock { state = validator } }
  /// The original is in the state that was known of it, and was not sent.
  func noteUnchanged() { lock.withLock { wasUnchanged = true } }
  func noteReceived(_ count: Int) { lock.withLock { bytes = count } }

  var original: Original? { lock.withLock { body } }

  /// Takes the original out, so that it is freed as soon as it is decoded.
  func takeOriginal() -> Original? {
    lock.withLock {
      defer { body = nil }
      return body
    }
  }

  /// Of the transfer's body, whether or not it came whole.
  var bytesReceived: Int { lock.withLock { bytes } }
  var validator: Validator? { lock.withLock { state } }
  var isUnchanged: Bool { lock.withLock { wasUnchanged } }
}
