import Base
import Engine

/// What the jobs of one photo hand on to each other and to the reporting queue.
final class Handoff: @unchecked Sendable {
  // Safe: all of it is touched under `lock` only.
  private let lock = Lock()
  private var body: Original?
  private var bytes = 0
  private var result: FilteredPhoto?

  func put(_ original: Original) { lock.withLock { body = original } }
  func put(_ result: FilteredPhoto) { lock.withLock { self.result = result } }
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
  var filtered: FilteredPhoto? { lock.withLock { result } }
}
