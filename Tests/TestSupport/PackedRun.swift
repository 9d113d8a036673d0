/// One byte many times over, as deflate packs it with its fixed codes (RFC 1951, 3.2.6): a few kilobytes stand for many
/// megabytes.
public enum PackedRun {
  /// Some bytes, each less than 144, and the last one another 258 times. The stream goes on behind it.
  public static func start(_ bytes: [UInt8]) -> [UInt8] {
    // Not the last block, and one of fixed codes.
    packed([0, 1, 0] + bytes.flatMap { byte in bits(0x30 + byte) } + again)
  }

  /// The last byte another 2,064 times.
  public static let more = packed(Array(repeatElement(again, count: 8).joined()))
  public static let moreLength = 8 * 258

  /// 258 bytes, from one byte back.
  private static let again = bits(0b1100_0101) + [0, 0, 0, 0, 0]

  /// Codes begin with their highest bit.
  private static func bits(_ code: UInt8) -> [UInt8] { (0..<8).reversed().map { code >> $0 & 1 } }

  /// Bytes are filled from their lowest bit.
  private static func packed(_ bits: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reversed().reduce(0) { $0 << 1 | $1 }
    }
  }
}
