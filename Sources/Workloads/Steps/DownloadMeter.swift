import Base
import Transport

/// The progress of one download. All members can be used from any thread.
public final class DownloadMeter: Sendable {
  private struct State {
    var received = 0
    var size = 0
    var total: Int?
    var resumedFrom = 0
    var wait: TransferWait?
  }

  private let state = Locked(State())

  /// The number of bytes received, including those of a transfer that failed or was cancelled.
  public var received: Int { state.withLock { $0.received } }

  /// The number of bytes so far, including those that an earlier run left, and the original's size if it is
  /// known.
  public var progress: (size: Int, total: Int?) { state.withLock { ($0.size, $0.total) } }

  /// The number of bytes of a complete original that an earlier run had left.
  var resumedFrom: Int { state.withLock { $0.resumedFrom } }

  /// The received fraction of the original, from 0 to 1. It is 0 if the size isn't known.
  public var share: Double { state.withLock { min(1, Double($0.size) / Double(max(1, $0.total ?? .max))) } }

  /// The reason why the transfer is waiting although a slot is free, or nil if it isn't waiting.
  public var wait: TransferWait? { state.withLock { $0.wait } }

  func note(_ wait: TransferWait?) { state.withLock { $0.wait = wait } }

  /// - Parameter received: The number of bytes that have just arrived.
  func note(received: Int = 0, size: Int, of total: Int?, resumedFrom: Int = 0) {
    state.withLock { state in
      state.resumedFrom = resumedFrom
      state.received += received
      (state.size, state.total) = (size, total)
    }
  }
}
