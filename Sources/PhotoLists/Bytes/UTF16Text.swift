/// Turns UTF-16 into UTF-8, without a byte order mark. What is no character becomes U+FFFD.
final class UTF16Text: ByteConverter {
  private let isBigEndian: Bool
  private var isAtStart = true

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  func convert(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(ListError.Reason) -> (taken: Int, made: Int) {
    func unit(at place: Int) -> UInt16? {
      guard place + 1 < input.count else { return nil }
      let (first, second) = (UInt16(input[place]), UInt16(input[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var (taken, made) = (0, 0)
    // No scalar is longer than four bytes of UTF-8.
    while made + 4 <= output.count, let first = unit(at: taken) {
      var scalar = Unicode.Scalar(first) ?? "\u{FFFD}"
      var length = 2
      if UTF16.isLeadSurrogate(first) {
        if let second = unit(at: taken + 2) {
          if UTF16.isTrailSurrogate(second) {
            scalar = Self.scalar(first, second)
            length = 4
          }
        } else if !isLast {
          break
        }
      }
      taken += length
      let isMark = isAtStart && scalar == "\u{FEFF}"
      isAtStart = false
      if isMark { continue }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        output[made] = byte
        made += 1
      }
    }
    // Half of a unit at the end.
    if isLast, input.count - taken == 1 { taken += 1 }
    return (taken, made)
  }

  private static func scalar(_ lead: UInt16, _ trail: UInt16) -> Unicode.Scalar {
    Unicode.Scalar(0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(trail & 0x3FF))) ?? "\u{FFFD}"
  }
}
