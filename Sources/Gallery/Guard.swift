import Base
import Engine
import WebServer

/// Protects a page that listens only on this machine.
///
/// Listening on loopback isn't enough. Other users of this machine can reach the port as well, so every path begins
/// with a token, which is part of the page's address. In addition, any web site can make a browser on this machine
/// send requests to the port. A site that points its own domain name to 127.0.0.1 (DNS rebinding) could even read the
/// answers. The host of a request must therefore be one of this machine's own names, and requests from other sites
/// are refused.
///
/// The allowed hosts include the port, which is known once the server listens. Until then, every request is refused.
final class Guard: Sendable {
  private let hosts = Locked<Set<String>>([])
  /// The prefix of every path.
  private let root: [UInt8]
  private let handler: Handler

  /// Creates a guard that refuses every request until it is opened.
  /// - Parameter handler: Receives the accepted requests, without the token.
  init(token: String, _ handler: @escaping Handler) {
    root = Array("/\(token)".utf8)
    self.handler = handler
  }

  func open(port: Int) {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    hosts.withLock { hosts in
      hosts = Set(names.flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] })
    }
  }

  func answer(_ request: Request) -> Answer? {
    if let refusal = refusal(of: request) { return .now(refusal.guarded()) }
    return handler(inside(request))?.guarded()
  }

  /// Returns the response that refuses a request, or nil if the request is accepted.
  private func refusal(of request: Request) -> Response? {
    let hosts = hosts.value
    if hosts.isEmpty { return .text("503: not ready yet; try again\n", status: .serviceUnavailable) }
    let named = request.headers["Host"]
    guard named.count == 1, hosts.contains(named[0].lowercased()) else {
      return Self.refused(
        "this page is only available at \(hosts.sorted().joined(separator: " or "))")
    }
    guard knows(request.target) else {
      return Self.refused("open the complete address that the program has printed")
    }
    // Other sites may link to the front page, but to nothing else.
    if request.method == .GET, inside(request).path == "/" { return nil }
    let origins = request.headers["Origin"]
    guard origins.isEmpty || origins == ["http://\(named[0])"] else {
      return Self.refused("requests from other sites are refused")
    }
    let sites = request.headers["Sec-Fetch-Site"]
    guard sites.isEmpty || sites == ["same-origin"] || (sites == ["none"] && request.method == .GET) else {
      return Self.refused("requests from other sites are refused")
    }
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
      body: request.body)
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

extension Answer {
  func guarded() -> Answer {
    switch self {
    case .now(let response): .now(response.guarded())
    case .later(let work): .later { respond in work { respond($0.guarded()) } }
    }
  }
}
