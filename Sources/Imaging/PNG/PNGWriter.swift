/// Writes a PNG strip by strip as its rows arrive, top row first. The compressed bytes of a strip depend only on its
/// rows and the row above.
struct PNGWriter {
  /// The number of rows to append at a time. The last strip may have fewer.
  var rowsOfStrip: Int { layout.rowsOfStrip }

  private let layout: PNGLayout
  private let count: Int
  private let compressor: PNGCompressor
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private var written = 0

  /// Writes the head of the file, calls `body`, which appends all rows, and thereby finishes the file.
  /// - Parameters:
  ///   - head: The file up to the pixels. See `PNGChunks.head`.
  ///   - pool: The pool that supplies the compressor's memory and takes it back.
  static func write(
    _ layout: PNGLayout, head: [UInt8], pool: PixelPool?, to sink: (UnsafeRawBufferPointer) throws -> Void,
    rows body: (inout PNGWriter) throws -> Void
  ) throws {
    try head.withUnsafeBytes(sink)
    guard let compressor = PNGCompressor(layout, pool) else { throw outOfMemory }
    try withoutActuallyEscaping(sink) { sink in
      var writer = PNGWriter(layout, compressor, sink)
      try body(&writer)
    }
  }

  private static let outOfMemory = ImagingError.notEncoded(.png, reason: "out of memory")

  private init(
    _ layout: PNGLayout, _ compressor: PNGCompressor,
    _ sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    self.layout = layout
    self.compressor = compressor
    self.sink = sink
    count = (layout.size.height + layout.rowsOfStrip - 1) / layout.rowsOfStrip
  }

  /// Writes the rows in `range` as the next strip.
  mutating func append(_ range: Range<Int>, of picture: Picture) throws {
    try picture.withUnsafeBytes { bytes in
      let rows = UnsafeRawBufferPointer(rebasing: bytes[(range.lowerBound * picture.bytesPerRow)...])
      guard let start = rows.baseAddress,
        let strip = compressor.compress(start, count: range.count, isLast: written == count - 1)
      else { throw Self.outOfMemory }
      try write(strip)
    }
  }

  /// Writes a strip as an IDAT chunk. Together, the chunks hold a zlib stream (RFC 1950, 2.2).
  private mutating func write(_ strip: UnsafeRawBufferPointer) throws {
    let (isFirst, isLast) = (written == 0, written == count - 1)
    written += 1
    // The zlib header: deflate, a 32 KiB window, no dictionary.
    let head = Array("IDAT".utf8) + (isFirst ? [0x78, 0x9C] : [])
    let tail = isLast ? bigEndian(Int(compressor.sum), 4) : []
    let length = head.count - 4 + strip.count + tail.count
    var sum = head.withUnsafeBytes { checksum($0) }
    sum = checksum(strip, after: sum)
    sum = tail.withUnsafeBytes { checksum($0, after: sum) }
    try (bigEndian(length, 4) + head).withUnsafeBytes(sink)
    try sink(strip)
    try (tail + bigEndian(Int(sum), 4) + (isLast ? PNGChunks.end : [])).withUnsafeBytes(sink)
  }
}
