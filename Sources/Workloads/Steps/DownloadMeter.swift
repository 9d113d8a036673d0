import Base
import Transport

/// How far one download has come. May be used from any thread.
public final class DownloadMeter: Sendable {
  private struct State {
    var transfer: Transfer?
    var hasEnded = false
    var received = 0
    var rest: TransferRest?
  }

  private let state = Locked(State())

  /// The bytes that have come, also if the transfer has failed or was cancelled.
  public var received: Int {
    let state = state.value
    return state.transfer?.bytesReceived ?? state.received
  }

  /// Why it waits although a connection would be free; nil if it doesn't.
  public var rest: TransferRest? { state.withLock { $0.rest } }

  func begin(_ transfer: Transfer) { state.withLock { if !$0.hasEnded { $0.transfer = transfer } } }

  func note(_ rest: TransferRest?) { state.withLock { $0.rest = rest } }

  func end(received: Int) {
    state.withLock { ($0.transfer, $0.hasEnded, $0.received) = (nil, true, received) }
  }
}
