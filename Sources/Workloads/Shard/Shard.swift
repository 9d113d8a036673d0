import Base
import PhotoLists

/// One of several parts that a list is divided into, so that each can be run on a machine of its own: `3/16` is the third of
/// sixteen. An entry belongs to the part that a stable hash of its URL falls into, so the parts have nothing in common and
/// together are the whole list, whatever runs them.
public struct Shard: Sendable, Equatable, CustomStringConvertible {
  /// From 1 to `count`.
  public let number: Int
  public let count: Int

  /// Nil, where there is no such part.
  public init?(_ number: Int, of count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads `3/16`; nil for anything else.
  public init?(_ text: String) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    // Digits alone: `Int` would take a sign too.
    guard sides.count == 2, sides.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Int(sides[0]), let count = Int(sides[1])
    else { return nil }
    self.init(number, of: count)
  }

  public var description: String { "\(number)/\(count)" }

  /// Whether the entry belongs to this part. One without a usable URL goes by its name.
  func contains(_ entry: PhotoEntry) -> Bool {
    let text = if case .url(let url) = entry.link { url } else { entry.name }
    // The hash as a fraction, times the count.
    return stableHash(text).multipliedFullWidth(by: UInt64(count)).high == UInt64(number - 1)
  }
}
