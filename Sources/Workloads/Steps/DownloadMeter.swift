import Base
import Transport

/// The progress of one download. All members can be used from any thread.
public final class DownloadMeter: Sendable {
  private struct State {
    var transfer: Transfer?
    var hasEnded = false
    var received = 0
    var rest: TransferRest?
  }

  private let state = Locked(State())

  /// The number of bytes received, including those of a transfer that failed or was cancelled.
  public var received: Int {
    let state = state.value
    return state.transfer?.bytesReceived ?? state.received
  }

  /// The reason why the transfer is waiting although a slot is free, or nil if it isn't waiting.
  public var rest: TransferRest? { state.withLock { $0.rest } }

  func begin(_ transfer: Transfer) { state.withLock { if !$0.hasEnded { $0.transfer = transfer } } }

  func note(_ rest: TransferRest?) { state.withLock { $0.rest = rest } }

  func end(received: Int) {
    state.withLock { ($0.transfer, $0.hasEnded, $0.received) = (nil, true, received) }
  }
}
