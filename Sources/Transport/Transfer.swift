import Base

/// A transfer that was started. All of it may be used from any thread.
public final class Transfer: Sendable {
  let request: TransferRequest
  private let mailbox: Mailbox
  private let state: Locked<State>

  private struct State {
    var onEnd: (@Sendable (Result<TransferResponse, TransferError>) -> Void)?
    var isCancelled = false
    var isPaused = false
    var bytesReceived = 0
  }

  init(
    _ request: TransferRequest, mailbox: Mailbox,
    onEnd: @escaping @Sendable (Result<TransferResponse, TransferError>) -> Void
  ) {
    self.request = request
    self.mailbox = mailbox
    state = Locked(State(onEnd: onEnd))
  }

  /// Aborts the transfer at once, whether it waits for its turn, rests before a retry or is in flight. It ends
  /// as ``TransferError/Reason-swift.enum/cancelled``, unless its end had begun to be reported before.
  /// Cancelling twice, or after the end, changes nothing.
  public func cancel() {
    let isFirst = state.withLock { state in
      guard !state.isCancelled, state.onEnd != nil else { return false }
      state.isCancelled = true
      return true
    }
    if isFirst { mailbox.post(.cancel(self)) }
  }

  /// Holds back the body: no piece of it is handed out or kept from now on, and the server is slowed down
  /// once the buffers on the way are full. A piece being handed out right now on another thread is the last.
  public func pause() {
    state.withLock { $0.isPaused = true }
  }

  /// Lets a paused transfer go on.
  public func resume() {
    let wasPaused = state.withLock { state in
      defer { state.isPaused = false }
      return state.isPaused && state.onEnd != nil
    }
    if wasPaused { mailbox.post(.resume(self)) }
  }

  /// The bytes of the body received so far by the current attempt, after decompression.
  public var bytesReceived: Int { state.withLock { $0.bytesReceived } }

  // MARK: For the transport thread

  enum Permission {
    case goOn, hold, stop
  }

  /// Whether the next piece of the body may be taken.
  var permission: Permission {
    state.withLock { $0.isCancelled ? .stop : $0.isPaused ? .hold : .goOn }
  }

  func note(received: Int) { state.withLock { $0.bytesReceived = received } }

  /// Reports the end, the first time it is called. A cancel that came before wins over any other end.
  func end(_ result: Result<TransferResponse, TransferError>) {
    let (report, isCancelled) = state.withLock { state in
      defer { state.onEnd = nil }
      return (state.onEnd, state.isCancelled)
    }
    report?(isCancelled ? .failure(failure(.cancelled)) : result)
  }

  func failure(_ reason: TransferError.Reason) -> TransferError {
    TransferError(url: CheckedURL.shown(request.url), reason: reason, bytesReceived: bytesReceived)
  }
}
