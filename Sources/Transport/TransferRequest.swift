/// A request for a download.
public struct TransferRequest: Sendable {
  /// An `http:` or `https:` URL, or a `file:` URL if ``allowsFile`` is set. Spaces around it are ignored. It is
  /// percent-encoded where that is needed, as browsers do it.
  public var url: String
  /// More headers to send, such as validators (`If-None-Match`) or `Range`.
  public var headers: [(name: String, value: String)]
  /// Whether a `file:` URL is read. Allow it only when the URL comes from a file on this machine.
  public var allowsFile: Bool
  /// Whether the server may compress the body. Good for text (lists); photos are compressed already.
  public var acceptsCompression: Bool
  /// The largest body accepted in bytes, in place of the configuration's.
  public var maxBytes: Int?
  /// Where the body goes.
  public var sink: BodySink
  /// Whether nobody pauses the transfer. Only then can a body that goes to a function share a connection, over HTTP/2, with
  /// libcurl before 8.1.
  public var isNeverPaused: Bool
  /// Called when the transfer begins to wait for more than a free slot, and with nil when it waits no more, before its end
  /// is reported. It runs on the transport thread, so it must not block.
  public var onRest: (@Sendable (TransferRest?) -> Void)?

  public init(
    url: String, headers: [(name: String, value: String)] = [], allowsFile: Bool = false,
    acceptsCompression: Bool = false, maxBytes: Int? = nil, sink: BodySink = .memory,
    isNeverPaused: Bool = false, onRest: (@Sendable (TransferRest?) -> Void)? = nil
  ) {
    self.url = url
    self.headers = headers
    self.allowsFile = allowsFile
    self.acceptsCompression = acceptsCompression
    self.maxBytes = maxBytes
    self.sink = sink
    self.isNeverPaused = isNeverPaused
    self.onRest = onRest
  }
}

/// Where the body of a response goes.
public enum BodySink: Sendable {
  /// Into memory: ``TransferResponse/body`` holds it.
  case memory

  /// To a function, piece by piece, on the transport thread: it must not block, and may pause the transfer
  /// (``Transfer/pause()``) to hold back the rest. Throwing ends the transfer with
  /// ``TransferError/Reason-swift.enum/other(_:)``. Only bodies of successful answers come here. Once
  /// it was called, a failed transfer is not tried again, since what was handed out cannot be taken back.
  case chunks(@Sendable (BodyChunk) throws -> Void)
}

/// A piece of a body on its way to a ``BodySink/chunks(_:)`` function.
public struct BodyChunk {
  /// The transfer that it belongs to.
  public let transfer: Transfer
  /// The answer's head: look at `status` to distinguish a part (206) from the whole (200).
  public let head: TransferHead
  /// The bytes, valid only during the call.
  public let bytes: UnsafeRawBufferPointer
}

/// Why a transfer waits although a connection would be free.
public struct TransferRest: Sendable, Equatable {
  /// What went wrong, with this transfer or with another one to the same host; nil while it only keeps the host's pace.
  public let reason: TransferError.Reason?
  /// When it may be tried again, as far as that is known.
  public let until: ContinuousClock.Instant?
}
