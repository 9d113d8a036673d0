/// A request for a download.
public struct TransferRequest: Sendable {
  /// An `http:` or `https:` URL, or a `file:` URL if ``allowsFile`` is set. Spaces around it are ignored. It
  /// is percent-encoded where necessary, as in browsers.
  public var url: String
  /// Additional headers to send, such as validators (`If-None-Match`) or `Range`.
  public var headers: [(name: String, value: String)]
  /// Whether a `file:` URL is allowed. Set this only if the URL comes from a file on this machine.
  public var allowsFile = false
  /// Whether the server may compress the body. That helps with text such as lists, but not with photos, which
  /// are already compressed.
  public var acceptsCompression = false
  /// The largest accepted body in bytes, or nil for the configuration's limit.
  public var maxBytes: Int?
  /// Receives the body piece by piece. Without it, the body is read and discarded.
  ///
  /// The function runs on the transport thread, so it must not block. It may pause the transfer
  /// (``Transfer/pause()``) to hold back the rest. If it throws, the transfer ends with
  /// ``TransferError/Reason-swift.enum/other(_:)``. It receives only bodies of successful responses. Once it
  /// has been called, a failed transfer isn't retried, because the pieces can't be taken back.
  public var onChunk: (@Sendable (BodyChunk) throws -> Void)?
  /// A promise that the transfer will never be paused. With libcurl before 8.1, a body that is passed to a
  /// function can share an HTTP/2 connection only if this is set.
  public var isNeverPaused = false
  /// Called when the transfer has to wait although a slot is free. It is called with nil when that wait ends,
  /// before the transfer's end is reported. It runs on the transport thread, so it must not block.
  public var onWait: (@Sendable (TransferWait?) -> Void)?

  public init(
    url: String, headers: [(name: String, value: String)] = [],
    onWait: (@Sendable (TransferWait?) -> Void)? = nil,
    onChunk: (@Sendable (BodyChunk) throws -> Void)? = nil
  ) {
    self.url = url
    self.headers = headers
    self.onWait = onWait
    self.onChunk = onChunk
  }
}

/// A piece of a body, passed to ``TransferRequest/onChunk``.
public struct BodyChunk {
  /// The transfer that this piece belongs to.
  public let transfer: Transfer
  /// The head of the response. Its `status` distinguishes a partial body (206) from a complete one (200).
  public let head: TransferHead
  /// The bytes, valid only during the call.
  public let bytes: UnsafeRawBufferPointer
}

/// The reason why a transfer is waiting although a slot is free.
public struct TransferWait: Sendable, Equatable {
  /// The failure that caused the wait, either of this transfer or of another one to the same host. It is nil
  /// if the transfer is only waiting for its turn at the host's rate.
  public let reason: TransferError.Reason?
  /// The instant when the transfer may start or be retried, or nil if it isn't known.
  public let until: ContinuousClock.Instant?

  /// Whether the transfer is waiting until a known time because a server has failed.
  public var isForFailure: Bool { reason != nil && until != nil }
}
