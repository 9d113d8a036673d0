import Base

/// A transfer that has been started. All of its members can be used from any thread.
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

  /// Aborts the transfer immediately, whether it is in flight, waiting for a slot or waiting for a retry. It
  /// ends as ``TransferError/Reason-swift.enum/cancelled``, unless its end is already being reported.
  /// Cancelling twice, or after the end, has no effect.
  public func cancel() {
    let isFirst = state.withLock { state in
      guard !state.isCancelled, state.onEnd != nil else { return false }
      state.isCancelled = true
      return true
    }
    if isFirst { mailbox.post(.cancel(self)) }
  }

  /// Stops handing out or storing the body. The server is slowed down once the buffers along the way are
  /// full. If another thread is being handed a piece at the time of the call, that piece is the last.
  public func pause() {
    state.withLock { $0.isPaused = true }
  }

  /// Resumes a paused transfer.
  public func resume() {
    let wasPaused = state.withLock { state in
      defer { state.isPaused = false }
      return state.isPaused && state.onEnd != nil
    }
    if wasPaused { mailbox.post(.resume(self)) }
  }

  /// The number of body bytes that the current attempt has received so far, after decompression.
  public var bytesReceived: Int { state.withLock { $0.bytesReceived } }

  // MARK: For the transport thread

  enum Permission {
    case proceed, hold, stop
  }

  /// Whether the next piece of the body may be accepted.
  var permission: Permission {
    state.withLock { $0.isCancelled ? .stop : $0.isPaused ? .hold : .proceed }
  }

  func note(received: Int) { state.withLock { $0.bytesReceived = received } }

  /// Reports the end the first time it is called. An earlier cancellation takes precedence over any other
  /// result.
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
