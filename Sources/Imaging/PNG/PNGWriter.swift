import CDeflate
import CZlib

/// A range of a picture's rows. The `Picture` may contain only these rows or more of the image.
struct PictureRows {
  let picture: Picture
  let range: Range<Int>

  /// Calls `body` with the pixels of a row and the rows after it.
  fileprivate func withRow<Result>(_ row: Int, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    picture.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("a picture has at least one pixel") }
      return body(start.assumingMemoryBound(to: UInt8.self) + row * picture.bytesPerRow)
    }
  }
}

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
  /// The rows before the next strip.
  private var above: PictureRows?
  /// The Adler-32 checksum of all filtered rows so far.
  private var sum: UInt = 1

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

  mutating func append(_ rows: PictureRows) throws {
    let isLast = written == count - 1
    let strip = rows.withRow(rows.range.lowerBound) { pixels in
      guard let above else {
        return compressor.compress(pixels, above: nil, count: rows.range.count, isLast: isLast)
      }
      return above.withRow(above.range.upperBound - 1) {
        compressor.compress(pixels, above: $0, count: rows.range.count, isLast: isLast)
      }
    }
    guard let strip else { throw Self.outOfMemory }
    above = rows
    try write(strip)
  }

  /// Writes a strip as an IDAT chunk. Together, the chunks hold a zlib stream (RFC 1950, 2.2).
  private mutating func write(_ strip: PNGStrip) throws {
    let (isFirst, isLast) = (written == 0, written == count - 1)
    written += 1
    // The length parameter is Int64 on Apple platforms and Int on Linux.
    sum = adler32_combine(sum, UInt(strip.sum), numericCast(strip.rowsCount))
    // The zlib header: deflate, a 32 KiB window, no dictionary.
    let head = Array("IDAT".utf8) + (isFirst ? [0x78, 0x9C] : [])
    let tail = isLast ? bigEndian(Int(sum), 4) : []
    let length = head.count - 4 + strip.bytes.count + tail.count
    var checksum = libdeflate_crc32(0, head, head.count)
    checksum = libdeflate_crc32(checksum, strip.bytes, strip.bytes.count)
    if isLast { checksum = libdeflate_crc32(checksum, tail, tail.count) }
    try (bigEndian(length, 4) + head).withUnsafeBytes(sink)
    try strip.bytes.withUnsafeBytes(sink)
    try (tail + bigEndian(Int(checksum), 4) + (isLast ? PNGChunks.end : [])).withUnsafeBytes(sink)
  }
}
