/// The status and the headers of a response.
public struct TransferHead: Sendable, Equatable {
  /// The HTTP status: 200 to 299, or 304 when the request carried validators; 200 for a file.
  public let status: Int
  /// Where the body came from, after all redirects.
  public let effectiveURL: String
  public let contentType: String?
  public let etag: String?
  public let lastModified: String?
  public let contentRange: String?
  /// How the server has compressed the body; nil if it has not.
  public let contentEncoding: String?
  /// The number of bytes of the body that the server announced. Nil if it did not, or if the body is decompressed.
  public let contentLength: ByteCount?
}

/// A transfer that succeeded.
public struct TransferResponse: Sendable {
  public let head: TransferHead
  /// Empty when it went to ``BodySink/chunks(_:)``.
  public let body: TransferBody
  /// How many attempts were made, at least 1.
  public let attempts: Int
  /// How many connections were newly made by the last attempt: 0 when one was reused.
  public let newConnections: Int
  /// Whether the last attempt spoke HTTP/2 or later.
  public let isMultiplexed: Bool
}
