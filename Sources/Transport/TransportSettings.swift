/// The limits and timeouts of a ``Transport``.
public struct TransportSettings: Sendable {
  /// The time limit for resolving the host, connecting and the TLS handshake together. It applies to each
  /// attempt.
  public var connectTimeout: Duration = .seconds(10)
  /// The longest time that a server may stay silent after a request has been sent.
  public var stallTimeout: Duration = .seconds(20)
  /// The time limit for a transfer, including retries, the delays between them, and waits for a host that is
  /// unreachable or has asked for a pause. Time spent waiting for a slot or for a turn at a rate, or paused by the
  /// receiver, doesn't count.
  public var totalTimeout: Duration = .seconds(300)
  /// The largest accepted body, in bytes after decompression. It is checked as the body arrives.
  public var maxBytes: Int = 64 << 20
  /// The maximum number of simultaneous transfers from one host and port. Each has its own connection, or a
  /// stream of a shared connection over HTTP/2.
  public var perHost: Int = 6
  /// The maximum number of transfers in flight, and therefore of connections. Other transfers wait for a
  /// slot, which costs only a small record each.
  public var inFlight: Int = 256
  /// The policy for retrying failed transfers.
  public var retry = RetryPolicy()
  /// The maximum number of redirects to follow. Browsers and wget have the same limit.
  public var maxRedirects: Int = 20
  /// Whether to refuse files on this machine and addresses that aren't public (loopback, private, link-local
  /// and the like). Addresses are checked after a name has been resolved, and for every redirect. Proxies
  /// from the environment are then ignored, because the address behind a proxy can't be seen.
  public var blockPrivate = false
  /// The `User-Agent` header.
  public var userAgent = "pipeline"
  /// Additional headers for every request. They aren't sent after a redirect to another host, port or scheme.
  public var headers: [(name: String, value: String)] = []
  /// The path of a file with user names and passwords for hosts, in the `.netrc` format of curl and ftp, or nil
  /// for none.
  public var netrc: String?
  /// The URL of a proxy (`http`, `https`, `socks4`, `socks4a`, `socks5`, `socks5h`) that replaces those from
  /// the environment. Hosts listed in `no_proxy` are contacted without it.
  public var proxy: String?
  /// The maximum number of requests per second to one host and port, or nil for no limit.
  public var requestRate: Double?
  /// The maximum average number of bytes per second for all bodies together, or nil for no limit.
  public var rateLimit: Int?
  /// The path of a file of certificates (PEM) to trust. It replaces the system's certificates and those from
  /// the environment (`CURL_CA_BUNDLE`, `SSL_CERT_FILE`, `SSL_CERT_DIR`).
  public var caBundle: String?
  /// The time after which an idle connection is no longer reused, in whole seconds, at least one. If there is
  /// no transfer for this long, the thread ends and all connections are closed.
  public var idleTimeout: Duration = .seconds(15)

  public init() {}

  /// Returns the proxy for a URL, or nil if its server is contacted directly.
  func proxy(for url: CheckedURL) -> String? {
    guard !blockPrivate, let proxy = proxy ?? ProcessEnvironment.proxies[url.scheme] else { return nil }
    let exceptions = self.proxy == nil ? ProcessEnvironment.noProxy : ProcessEnvironment.namedNoProxy
    return NoProxy.isListed(url, in: exceptions) ? nil : proxy
  }
}
