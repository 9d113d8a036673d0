import Dispatch
import Engine

/// A job that holds up its thread until it has ended, whatever its body does.
final class SerialJob: JobCore, @unchecked Sendable {
  // Safe: the flag is touched under its own lock only.
  private let flag = Lock()
  private var isFlagged = false
  private let ended = DispatchSemaphore(value: 0)

  override var isCancelled: Bool { flag.withLock { isFlagged } }

  override func setCancelled() { flag.withLock { isFlagged = true } }

  override func didEnd() { ended.signal() }

  func run() {
    perform()
    ended.wait()
  }
}
