import WebServer

/// Protects a page that listens only on this machine.
///
/// Listening on loopback isn't enough. Other users of this machine can reach the port as well, so every path begins
/// with a token, which is part of the page's address. In addition, any web site can make a browser on this machine
/// send requests to the port. A site that points its own domain name to 127.0.0.1 (DNS rebinding) could even read the
/// answers. The host of a request must therefore be one of this machine's own names, and requests from other sites
/// are refused.
struct Guard: Sendable {
  /// The prefix of every path.
  private let root: [UInt8]
  private let handler: Handler

  /// - Parameter handler: Receives the accepted requests, without the token.
  init(token: String, _ handler: @escaping Handler) {
    root = Array("/\(token)".utf8)
    self.handler = handler
  }

  func answer(_ request: Request) -> Answer? {
    if let refusal = refusal(of: request) { return .now(refusal.guarded()) }
    return handler(inside(request))?.map { $0.guarded() }
  }

  /// Returns the response that refuses a request, or nil if the request is accepted.
  private func refusal(of request: Request) -> Response? {
    let port = request.port
    let hosts = ["127.0.0.1", "[::1]", "localhost"].flatMap { name in
      port == 80 ? [name, "\(name):80"] : ["\(name):\(port)"]
    }
    let named = request.headers["Host"]
    guard named.count == 1, hosts.contains(named[0].lowercased()) else {
      return Self.refused("this page is only available at \(hosts.joined(separator: " or "))")
    }
    guard knows(request.target) else {
      return Self.refused("open the complete address that the program has printed")
    }
    // Other sites may link to the front page, but to nothing else.
    if request.method == .GET, inside(request).path == "/" { return nil }
    let (origins, sites) = (request.headers["Origin"], request.headers["Sec-Fetch-Site"])
    guard origins.isEmpty || origins == ["http://\(named[0])"],
      sites.isEmpty || sites == ["same-origin"] || (sites == ["none"] && request.method == .GET)
    else { return Self.refused("requests from other sites are refused") }
    return nil
  }

  /// Compares the token in constant time.
  private func knows(_ target: String) -> Bool {
    let start = Array(target.utf8.prefix(root.count + 1))
    guard start.count == root.count + 1, start.last == UInt8(ascii: "/") else { return false }
    return zip(start, root).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns the request without the token, because the handler doesn't know the token.
  private func inside(_ request: Request) -> Request {
    Request(
      method: request.method, target: String(request.target.dropFirst(root.count)), headers: request.headers,
      port: request.port, body: request.body)
  }

  private static func refused(_ reason: String) -> Response {
    .text("403: \(reason)\n", status: .forbidden)
  }
}

extension Response {
  /// Returns the response with headers that restrict the browser to this server's own files.
  func guarded() -> Response {
    var guarded = self
    let rules = [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      ),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
    ]
    for (name, value) in rules { guarded.headers.replaceOrAdd(name: name, value: value) }
    return guarded
  }
}
