extension ByteStream {
  /// Returns a list's bytes in the form that parsers expect. Gzip is decompressed, and text in UTF-16 is converted to
  /// UTF-8. Only the first bytes are considered, not the name or the content type.
  ///
  /// XML in UTF-16 is left unchanged, because it declares its encoding and libexpat decodes it.
  package static func plain(_ source: any ByteSource) throws(Failure) -> ByteStream {
    var stream = ByteStream(source)
    let start = try stream.start()
    if start.starts(with: [0x1F, 0x8B]) {
      stream = ByteStream(ConvertingReader(stream, by: try Gunzip()))
    }
    let text = try stream.start()
    let isXML = text.first { ![0, 0xFE, 0xFF].contains($0) } == UInt8(ascii: "<")
    guard let encoding = ListFormat.encoding(of: text), encoding.hasPrefix("UTF-16"), !isXML else {
      return stream
    }
    let isBigEndian = encoding == "UTF-16BE" || text.first == 0xFE
    return ByteStream(ConvertingReader(stream, by: UTF16Text(isBigEndian: isBigEndian)))
  }

  /// Returns the first 16 bytes, or the first line if that is shorter. Reading therefore doesn't block on a pipe that
  /// delivers data line by line. The result doesn't depend on how the bytes arrive.
  func start() throws(Failure) -> [UInt8] {
    let lineBreak = UInt8(ascii: "\n")
    while window.count < 16, !window.contains(lineBreak), try refill() {}
    let start = window.prefix(16)
    return Array(start.prefix((start.firstIndex(of: lineBreak) ?? 15) + 1))
  }
}
