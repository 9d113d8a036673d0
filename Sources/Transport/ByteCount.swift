/// A number of bytes that came from outside, as in a server's headers. Only this check makes one, and what it makes can be
/// added without overflow.
public struct ByteCount: Sendable, Equatable {
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
}
