/// The limits and timeouts of a ``Transport``.
public struct TransportConfiguration: Sendable {
  /// How long finding the host, connecting and shaking hands (TLS) may take together, for each attempt.
  public var connectTimeout: Duration = .seconds(10)
  /// How long a server may stay silent once a request has been sent.
  public var stallTimeout: Duration = .seconds(20)
  /// How long a transfer may take from its first attempt to its end, retries and the rests between them
  /// included. Waiting for the first slot does not count, nor does time for which the reader paused it.
  public var totalTimeout: Duration = .seconds(300)
  /// The largest body accepted, in bytes after decompression. It is checked as the body arrives.
  public var maxBytes: Int = 64 << 20
  /// The most transfers at a time from one host and port: each has a connection of its own, or over HTTP/2 a stream of
  /// one that they share.
  public var perHost: Int = 6
  /// The most transfers in flight at once, and so the most connections. The others wait their turn,
  /// at the cost of a small record each.
  public var inFlight: Int = 256
  /// Which failures are tried again, and after how long.
  public var retry = RetryPolicy()
  /// The most redirects followed.
  public var maxRedirects: Int = 10
  /// Whether to refuse files of this machine, and addresses that are not public (loopback, private, link-local and
  /// the like), after the name was resolved, redirects included. Proxies from the environment are then not used,
  /// since behind a proxy the address cannot be seen.
  public var blockPrivate = false
  /// The `User-Agent` header.
  public var userAgent = "pipeline"
  /// More headers for every request. A redirect to another host, port or scheme does not get them.
  public var headers: [(name: String, value: String)] = []
  /// A file of names and passwords for hosts, as curl and ftp know it (`.netrc`); nil for none.
  public var netrc: String?
  /// The URL of a proxy (`http`, `https`, `socks4`, `socks4a`, `socks5`, `socks5h`), in place of what the environment
  /// names. The hosts that `no_proxy` names are asked without one.
  public var proxy: String?
  /// The most requests a second to one host and port; nil for as many as it takes.
  public var requestRate: Double?
  /// The most bytes a second, of all bodies together, on average; nil for no limit.
  public var rateLimit: Int?
  /// A file of certificates (PEM) to trust in place of the system's, and of what the environment names
  /// (`CURL_CA_BUNDLE`, `SSL_CERT_FILE`, `SSL_CERT_DIR`).
  public var caBundle: String?
  /// A connection that was not used for this long is not used again (whole seconds, one at least), and after this
  /// long without any transfer the thread and all connections are let go.
  public var idleTimeout: Duration = .seconds(15)

  /// Whether rests and holds pass at once where nothing else happens. For tests.
  package var skipsRests = false

  public init() {}
}
