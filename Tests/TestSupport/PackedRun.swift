/// Compresses many repetitions of a byte with the fixed codes of deflate (RFC 1951, section 3.2.6), so that a
/// few kilobytes stand for many megabytes.
public enum PackedRun {
  /// Returns the start of a stream that contains these bytes, each less than 144, followed by 258 more repetitions
  /// of the last one. More data must come after it.
  public static func start(_ bytes: [UInt8]) -> [UInt8] {
    // The header says that this isn't the last block and that it has fixed codes.
    packed([0, 1, 0] + bytes.flatMap(literal) + again())
  }

  /// Returns a complete stream with the same contents.
  ///
  /// - Parameter symbol: The symbol for a run of 258 bytes. The symbols above the default are reserved.
  public static func whole(_ bytes: [UInt8], symbol: Int = 285) -> [UInt8] {
    packed([1, 1, 0] + bytes.flatMap(literal) + again(symbol) + [UInt8](repeating: 0, count: 7))
  }

  /// The continuation of a stream that repeats the last byte another 2,064 times.
  public static let more = packed(Array(repeatElement(again(), count: 8).joined()))
  public static let moreLength = 8 * 258

  private static func literal(_ byte: UInt8) -> [UInt8] { bits(0x30 + byte) }

  /// Returns the code for 258 repetitions of the last byte.
  private static func again(_ symbol: Int = 285) -> [UInt8] {
    bits(UInt8(0b1100_0000 + symbol - 280)) + [0, 0, 0, 0, 0]
  }

  /// Returns the code's bits, highest bit first.
  private static func bits(_ code: UInt8) -> [UInt8] { (0..<8).reversed().map { code >> $0 & 1 } }

  /// Packs bits into bytes, starting at the lowest bit of each byte.
  private static func packed(_ bits: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
    }
  }
}
