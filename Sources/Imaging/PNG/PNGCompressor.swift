import CDeflate
import CPNGShim
import CPixels
import Foundation

/// A strip of filtered, compressed rows. It is a section of the deflate stream that refers to nothing before it.
struct PNGStrip: Sendable {
  let bytes: [UInt8]
  /// The size of the filtered rows in bytes.
  let rowsCount: Int
  /// The Adler-32 checksum of the filtered rows.
  let sum: UInt32
}

/// Filters and compresses strips of a picture. Each instance is used by one thread at a time.
///
/// Its memory comes from a pool, because page faults on fresh memory would take a tenth of the total time.
final class PNGCompressor {
  private typealias Row = UnsafeMutablePointer<UInt8>

  private let layout: PNGLayout
  private let memory: PixelBuffer
  /// The start of the compressed bytes, after the filtered rows.
  private let compressed: Row
  private let room: Int
  /// Two rows with margins on both sides, which the filters need.
  private let rows: Row
  /// The distance between the two rows in bytes.
  private let stride: Int
  /// The compressor for `.libdeflate`, or nil.
  private let libdeflate: OpaquePointer?
  /// The match finder for `.matches`, or nil.
  private let matcher: OpaquePointer?

  /// Returns nil if there isn't enough memory, if the level is unknown, or if a row is too long (the length of an
  /// IDAT chunk has 31 bits).
  init?(_ layout: PNGLayout, _ pool: PixelPool?) {
    let bytes = layout.rowsOfStrip * (layout.bytesPerRow + 1)
    let deflater = layout.settings.deflater
    var level: Int?
    if case .libdeflate(let number) = deflater { level = number }
    room =
      level == nil
      ? png_shim_deflate_room(bytes) : libdeflate_deflate_compress_bound(nil, bytes) + PNG_SHIM_JOIN_ROOM
    // Rows that aren't aligned to cache lines are filtered more slowly.
    stride = (layout.bytesPerRow + 2 * Int(PIXELS_MARGIN) + 63) / 64 * 64
    guard bytes <= Int(Int32.max) / 4, let memory = PixelBuffer(byteCount: bytes + room, pool: pool),
      let rows = calloc(2, stride)
    else { return nil }
    self.layout = layout
    self.memory = memory
    self.rows = rows.assumingMemoryBound(to: UInt8.self)
    compressed = memory.start.assumingMemoryBound(to: UInt8.self) + bytes
    libdeflate = level.flatMap { libdeflate_alloc_compressor(Int32(clamping: $0)) }
    matcher = deflater == .matches ? png_shim_matcher_open() : nil
    if deflater != .runs, libdeflate == nil, matcher == nil { return nil }
  }

  deinit {
    free(rows)
    if let libdeflate { libdeflate_free_compressor(libdeflate) }
    if let matcher { png_shim_matcher_close(matcher) }
  }

  /// Filters and compresses a strip.
  ///
  /// - Parameters:
  ///   - pixels: `count` rows of pixels.
  ///   - above: The row above the first one, or nil for the first strip of the picture.
  /// - Returns: Nil if the result doesn't fit into the buffer.
  func compress(
    _ pixels: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>?, count: Int, isLast: Bool
  ) -> PNGStrip? {
    let filtered = memory.start.assumingMemoryBound(to: UInt8.self)
    filter(pixels, above, count, to: filtered)
    let bytes = count * (layout.bytesPerRow + 1)
    var size: Int
    if let libdeflate {
      size = libdeflate_deflate_compress(libdeflate, filtered, bytes, compressed, room - PNG_SHIM_JOIN_ROOM)
      if size > 0, !isLast { size = png_shim_open_end(compressed, size) }
    } else {
      size = png_shim_deflate(filtered, bytes, isLast, matcher, compressed)
    }
    guard size > 0 else { return nil }
    return PNGStrip(
      bytes: Array(UnsafeBufferPointer(start: compressed, count: size)), rowsCount: bytes,
      sum: libdeflate_adler32(1, filtered, bytes))
  }

  private func filter(
    _ pixels: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>?, _ count: Int, to filtered: Row
  ) {
    let (row, margin) = (layout.bytesPerRow, Int(PIXELS_MARGIN))
    var (current, previous) = (rows + margin, rows + stride + margin)
    if let above { fetch(above, to: previous) } else { previous.update(repeating: 0, count: row) }
    for y in 0..<count {
      fetch(pixels + y * layout.size.bytesPerRow(layout.format), to: current)
      pixels_filter_row(
        filtered + y * (row + 1), current, previous, row, layout.bytesPerPixel,
        layout.settings.filters.rawValue)
      swap(&current, &previous)
    }
  }

  private func fetch(_ pixels: UnsafePointer<UInt8>, to row: Row) {
    let (from, to) = (UnsafeRawPointer(pixels), UnsafeMutableRawPointer(row))
    let (channels, kept) = (layout.format.channels, layout.hasAlpha ? 4 : 3)
    if layout.format.is16Bit {
      // PNG stores the high byte first.
      for x in 0..<layout.size.width {
        for channel in 0..<kept {
          let value = from.load(fromByteOffset: 2 * (x * channels + channel), as: UInt16.self)
          to.storeBytes(of: value.bigEndian, toByteOffset: 2 * (x * kept + channel), as: UInt16.self)
        }
      }
    } else if layout.dropsAlpha {
      // The next pixel overwrites the fourth byte of each pixel. The last pixel's fourth byte lands in the margin.
      for x in 0..<layout.size.width {
        let pixel = from.load(fromByteOffset: 4 * x, as: UInt32.self)
        to.storeBytes(of: pixel, toByteOffset: 3 * x, as: UInt32.self)
      }
    } else {
      to.copyMemory(from: from, byteCount: layout.bytesPerRow)
    }
  }
}
