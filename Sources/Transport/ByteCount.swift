/// An untrusted byte count, such as one from a server's headers, clamped so that sums can't overflow.
public struct ByteCount: Sendable, Equatable {
  public let count: Int

  /// The upper limit, 8 PiB, which is larger than any file.
  private static let most = 1 << 53

  /// Creates a byte count. Numbers above 8 PiB are clamped to 8 PiB. Returns nil for a negative number.
  public init?(_ number: some BinaryInteger) {
    guard number >= 0 else { return nil }
    count = min(Int(clamping: number), Self.most)
  }

  /// Creates a count from decimal digits. Returns nil for anything else, including a sign, which `Int` would
  /// accept.
  public init?(digits: some StringProtocol) {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else { return nil }
    self.init(number)
  }
}
