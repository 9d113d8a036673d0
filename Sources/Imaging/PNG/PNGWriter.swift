import CDeflate
import CZlib

/// Writes a PNG whose rows come from the top, strip by strip. Everything is called on one thread, which also compresses the
/// strips that no helper takes.
struct PNGWriter {
  /// How many rows are to be appended at a time; the last strip may have fewer.
  var rowsOfStrip: Int { strips.layout.rowsOfStrip }

  private let strips: PNGStrips
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let askForHelp: HelpWanted
  private var written = 0
  /// The Adler-32 of all filtered rows so far.
  private var sum: UInt = 1

  /// With fewer strips, help would come too late.
  private static let worthHelp = 16

  /// Makes one, writes what comes before the pixels, and calls `body`, which appends all rows.
  /// - Parameters:
  ///   - exif: a TIFF file.
  ///   - pool: where the memory of compressors comes from and goes back to.
  static func write(
    _ layout: PNGLayout, colourSpace: ColourSpace?, exif: [UInt8]?, pool: PixelPool?,
    askForHelp: HelpWanted, to sink: (UnsafeRawBufferPointer) throws -> Void,
    rows body: (inout PNGWriter) throws -> Void
  ) throws {
    let exif = exif.map { PNGChunks.chunk("eXIf", $0) } ?? []
    let head = PNGChunks.signature + PNGChunks.header(layout) + exif + PNGChunks.colours(colourSpace)
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
    // Helpers are left two strips each, so that they go on while this thread decodes.
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
    // Helpers are still compressing the rest.
    while written < strips.count, let strip = try strips.take(written, waits: true) { try write(strip) }
  }

  /// Writes an IDAT chunk for each strip; the stream that they hold is zlib's (RFC 1950, 2.2).
  private mutating func write(_ strip: PNGStrip) throws {
    let (isFirst, isLast) = (written == 0, written == strips.count - 1)
    written += 1
    // Its parameter is an Int64 on Apple's platforms, and an Int on Linux.
    sum = adler32_combine(sum, UInt(strip.sum), numericCast(strip.rowsCount))
    // Deflate, a window of 32 KiB, no dictionary.
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
