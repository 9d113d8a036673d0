import Foundation

/// The decoded names and values after a URL's question mark, in the order they came.
public struct Query: Sendable, Equatable {
  public let items: [Item]

  public struct Item: Sendable, Equatable {
    public let name: String
    public let value: String
  }

  public init(_ text: some StringProtocol) {
    items = text.split(separator: "&").map { pair in
      let sides = String(pair).replacing("+", with: " ").split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = sides.map { $0.removingPercentEncoding ?? String($0) }
      return Item(name: decoded[0], value: decoded.count > 1 ? decoded[1] : "")
    }
  }

  /// The value of the first item of that name.
  public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }
}

/// `text` with everything but RFC 3986's unreserved characters escaped.
public func percentEncoded(_ text: String) -> String {
  text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
}

private let unreserved = CharacterSet(
  charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
