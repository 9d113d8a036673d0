import CDeflate
import CZlib

/// Writes a PNG strip by strip as its rows arrive, top row first.
///
/// All methods are called on one thread, which also compresses the strips that no helper takes.
struct PNGWriter {
  /// The number of rows to append at a time. The last strip may have fewer.
  var rowsOfStrip: Int { strips.layout.rowsOfStrip }

  private let strips: PNGStrips
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let askForHelp: HelpWanted
  private var written = 0
  /// The Adler-32 checksum of all filtered rows so far.
  private var sum: UInt = 1

  /// The minimum number of strips for requesting helpers. With fewer strips, they would come too late.
  private static let worthHelp = 16

  /// Writes the head of the file, calls `body`, which appends all rows, and finishes the file.
  /// - Parameters:
  ///   - head: The file up to the pixels. See `PNGChunks.head`.
  ///   - pool: The pool that supplies the compressors' memory and takes it back.
  static func write(
    _ layout: PNGLayout, head: [UInt8], pool: PixelPool?, askForHelp: HelpWanted,
    to sink: (UnsafeRawBufferPointer) throws -> Void, rows body: (inout PNGWriter) throws -> Void
  ) throws {
    try head.withUnsafeBytes(sink)
    try withoutActuallyEscaping(sink) { sink in
      try withoutActuallyEscaping(askForHelp) { askForHelp in
        var writer = PNGWriter(PNGStrips(layout, pool: pool), askForHelp, sink)
        defer { writer.strips.giveUp() }
        try body(&writer)
        try writer.finish()
      }
    }
  }

  private init(
    _ strips: PNGStrips, _ askForHelp: @escaping HelpWanted,
    _ sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    self.strips = strips
    self.askForHelp = strips.count < Self.worthHelp ? { _ in 0 } : askForHelp
    self.sink = sink
  }

  mutating func append(_ rows: PictureRows) throws {
    var waiting = strips.put(rows)
    // Two strips are left for each helper, so that it stays busy while this thread decodes.
    let helpers = askForHelp { [strips] in strips.help() }
    try writeCompressed()
    while waiting > 2 * helpers {
      waiting = strips.compressNext() - 1
      try writeCompressed()
    }
  }

  private mutating func writeCompressed() throws {
    while let strip = try strips.take(written, waits: false) { try write(strip) }
  }

  private mutating func finish() throws {
    while strips.compressNext() > 0 { try writeCompressed() }
    // Only strips that helpers are still compressing remain.
    while written < strips.count, let strip = try strips.take(written, waits: true) { try write(strip) }
  }

  /// Writes a strip as an IDAT chunk. Together, the chunks hold a zlib stream (RFC 1950, 2.2).
  private mutating func write(_ strip: PNGStrip) throws {
    let (isFirst, isLast) = (written == 0, written == strips.count - 1)
    written += 1
    // The length parameter is Int64 on Apple platforms and Int on Linux.
    sum = adler32_combine(sum, UInt(strip.sum), numericCast(strip.rowsCount))
    // The zlib header: deflate, a 32 KiB window, no dictionary.
    let head = Array("IDAT".utf8) + (isFirst ? [0x78, 0x9C] : [])
    let tail = isLast ? bigEndian(Int(sum), 4) : []
    let count = head.count - 4 + strip.bytes.count + tail.count
    var checksum = libdeflate_crc32(0, head, head.count)
    checksum = libdeflate_crc32(checksum, strip.bytes, strip.bytes.count)
    if isLast { checksum = libdeflate_crc32(checksum, tail, tail.count) }
    try (bigEndian(count, 4) + head).withUnsafeBytes(sink)
    try strip.bytes.withUnsafeBytes(sink)
    try (tail + bigEndian(Int(checksum), 4) + (isLast ? PNGChunks.end : [])).withUnsafeBytes(sink)
  }
}
