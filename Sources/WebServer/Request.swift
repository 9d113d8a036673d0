import Foundation
import NIOHTTP1

/// Types that requests and responses share with the HTTP library.
public typealias Method = HTTPMethod
public typealias Status = HTTPResponseStatus
public typealias Headers = HTTPHeaders

/// A complete request.
public struct Request: Sendable {
  public let method: Method
  /// The path and query that the client sent, percent-encoded.
  public let target: String
  /// The percent-decoded path, which begins with a slash.
  public let path: String
  public let query: Query
  public let headers: Headers
  /// The host and port from the request, or the address of the connection if the request has none.
  public let host: String
  /// The port at which the request has arrived.
  public let port: Int
  /// The body, at most ``WebServer/largestBody`` bytes. A request with a longer body never reaches a handler.
  public let body: [UInt8]

  public init(
    method: Method = .GET, target: String, headers: Headers = Headers(), localHost: String = "localhost",
    port: Int = 80, body: [UInt8] = []
  ) {
    self.method = method
    self.headers = headers
    self.host = headers.first(name: "Host") ?? authority(localHost, port)
    self.port = port
    self.body = body
    self.target = Self.withoutOrigin(target)
    let parts = self.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first ?? "/"
    self.path = path.removingPercentEncoding ?? String(path)
    self.query = Query(parts.count > 1 ? parts[1] : "")
  }

  /// Returns the path and query of a target. A request to a proxy has the whole URL as its target.
  private static func withoutOrigin(_ target: String) -> String {
    guard target.hasPrefix("http://") || target.hasPrefix("https://") else { return target }
    let slashes = target.indices.filter { target[$0] == "/" }
    return slashes.count > 2 ? String(target[slashes[2]...]) : "/"
  }
}

/// The decoded names and values of a URL's query, in order.
public struct Query: Sendable {
  public let items: [(name: String, value: String)]

  public init(_ text: some StringProtocol) {
    items = text.split(separator: "&").map { pair in
      let sides = String(pair).replacing("+", with: " ").split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = sides.map { $0.removingPercentEncoding ?? String($0) }
      return (decoded[0], decoded.count > 1 ? decoded[1] : "")
    }
  }

  /// The value of the first item with this name.
  public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }
}

/// Returns the text with everything but RFC 3986's unreserved characters escaped.
public func percentEncoded(_ text: String) -> String {
  text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
}

private let unreserved = CharacterSet(
  charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
