/// One byte many times over, as deflate packs it with its fixed codes (RFC 1951, 3.2.6): a few kilobytes stand for many
/// megabytes.
public enum PackedRun {
  /// Some bytes, each less than 144, and the last one another 258 times. The stream goes on behind it.
  public static func start(_ bytes: [UInt8]) -> [UInt8] {
    // Not the last block, and one of fixed codes.
    packed([0, 1, 0] + bytes.flatMap(literal) + again())
  }

  /// The same as a whole stream.
  /// - Parameter symbol: of 258 bytes; those behind the default are reserved.
  public static func whole(_ bytes: [UInt8], symbol: Int = 285) -> [UInt8] {
    packed([1, 1, 0] + bytes.flatMap(literal) + again(symbol) + [UInt8](repeating: 0, count: 7))
  }

  /// The last byte another 2,064 times.
  public static let more = packed(Array(repeatElement(again(), count: 8).joined()))
  public static let moreLength = 8 * 258

  private static func literal(_ byte: UInt8) -> [UInt8] { bits(0x30 + byte) }

  /// 258 bytes, from one byte back.
  private static func again(_ symbol: Int = 285) -> [UInt8] {
    bits(UInt8(0b1100_0000 + symbol - 280)) + [0, 0, 0, 0, 0]
  }

  /// Codes begin with their highest bit.
  private static func bits(_ code: UInt8) -> [UInt8] { (0..<8).reversed().map { code >> $0 & 1 } }

  /// Bytes are filled from their lowest bit.
  private static func packed(_ bits: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
    }
  }
}
