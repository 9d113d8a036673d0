/// A number of bytes that came from outside: from a server's headers, or from a file. Only this check makes one, and what it
/// makes can be added without overflow.
public struct ByteCount: Sendable, Hashable, Comparable {
  public let count: Int

  /// More than any file has: 8 PiB.
  private static let most = 1 << 53

  /// - Parameter number: what was said; more than 8 PiB count as 8 PiB. Nil for a negative number.
  public init?(_ number: some BinaryInteger) {
    guard number >= 0 else { return nil }
    count = min(Int(clamping: number), Self.most)
  }

  /// - Parameter digits: digits alone: `Int` would take a sign, too. Nil for anything else.
  public init?(digits: some StringProtocol) {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else { return nil }
    self.init(number)
  }

  public static func < (one: ByteCount, other: ByteCount) -> Bool { one.count < other.count }
}

/// In a file it is the number alone.
extension ByteCount: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let count = ByteCount(try container.decode(Int.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a negative number of bytes")
    }
    self = count
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count)
  }
}
