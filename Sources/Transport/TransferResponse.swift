/// The status and the headers of a response.
public struct TransferHead: Sendable, Equatable {
  /// The HTTP status: 200 to 299, or 304 if the request carried validators. It is always 200 for a file.
  public let status: Int
  /// The URL that the body came from, after all redirects.
  public let effectiveURL: String
  public let contentType: String?
  public let etag: String?
  public let lastModified: String?
  public let contentRange: String?
  /// The compression of the body, or nil if it isn't compressed.
  public let contentEncoding: String?
  /// The length of the body in bytes, as announced by the server. It is nil if the server announced none, or
  /// if the body is decompressed.
  public let contentLength: ByteCount?
}

/// A transfer that succeeded.
public struct TransferResponse: Sendable {
  public let head: TransferHead
  /// The number of attempts, at least 1.
  public let attempts: Int
  /// The number of new connections that the last attempt made, or 0 if it reused one.
  public let newConnections: Int
  /// Whether the last attempt used HTTP/2 or later.
  public let isMultiplexed: Bool
}
