import Base
import Engine

/// Widens a queue by the jobs on it that need no connection for the moment: others run in their place.
///
/// May be used from any thread.
final class LentSlots: Sendable {
  private let queue: JobQueue
  private let width: Int
  private let lent = Locked(0)

  /// - Parameter width: of the queue while nothing is lent.
  init(_ queue: JobQueue, width: Int) {
    self.queue = queue
    // Room for more than any queue has.
    self.width = min(width, .max / 2)
  }

  /// - Parameter count: negative where jobs need their slots again.
  func lend(_ count: Int) {
    guard count != 0 else { return }
    // Under the lock, so that the last width that is set is the latest.
    lent.withLock { lent in
      lent += count
      queue.width = width + lent
    }
  }

  /// For a transfer that waits before another attempt: ``TransferRequest/onRest``.
  var whileResting: @Sendable (_ isResting: Bool) -> Void {
    { [self] isResting in lend(isResting ? 1 : -1) }
  }
}
