/// Converts UTF-16 to UTF-8 without a byte order mark. Invalid sequences become U+FFFD.
final class UTF16Text: ByteConverter {
  private let isBigEndian: Bool
  private var isAtStart = true
  /// Converted UTF-8 that didn't fit into the output.
  private var made: ArraySlice<UInt8> = []

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  func convert(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(ListError.Reason) -> (taken: Int, made: Int) {
    var taken = 0
    if made.isEmpty {
      var units = stride(from: 0, to: input.count - 1, by: 2).map { place in
        let unit = input.loadUnaligned(fromByteOffset: place, as: UInt16.self)
        return isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit)
      }
      // The two halves of a surrogate pair must be converted together.
      if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
      // At the end, half of a code unit may remain.
      taken = isLast ? input.count : 2 * units.count
      made = ArraySlice(String(decoding: units, as: UTF16.self).utf8)
      if isAtStart, made.starts(with: "\u{FEFF}".utf8) { made.removeFirst(3) }
      if taken > 0 { isAtStart = false }
    }
    let count = min(made.count, output.count)
    output.copyBytes(from: made.prefix(count))
    made.removeFirst(count)
    return (taken, count)
  }
}
