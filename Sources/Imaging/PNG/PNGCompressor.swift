import CDeflate
import CPNGShim
import CPixels
import Foundation

/// Filters and compresses strips of a picture, top strip first. Each instance is used by one thread at a time.
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
  /// The rows for the next row and for the one above it, which is initially zero.
  private var current, previous: Row
  /// The Adler-32 checksum of all filtered rows so far.
  private(set) var sum: UInt32 = 1
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
    let stride = (layout.bytesPerRow + 2 * Int(PIXELS_MARGIN) + 63) / 64 * 64
    guard bytes <= Int(Int32.max) / 4, let memory = PixelBuffer(byteCount: bytes + room, pool: pool),
      let rows = calloc(2, stride)
    else { return nil }
    self.layout = layout
    self.memory = memory
    self.rows = rows.assumingMemoryBound(to: UInt8.self)
    current = self.rows + Int(PIXELS_MARGIN)
    previous = current + stride
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

  /// Filters and compresses the next strip.
  ///
  /// - Parameter pixels: `count` rows of pixels.
  /// - Returns: A section of the deflate stream that refers to nothing before it and stays valid until the next call.
  ///   It is nil if the result doesn't fit into the buffer.
  func compress(_ pixels: UnsafeRawPointer, count: Int, isLast: Bool) -> UnsafeRawBufferPointer? {
    let filtered = memory.start.assumingMemoryBound(to: UInt8.self)
    filter(pixels, count, to: filtered)
    let bytes = count * (layout.bytesPerRow + 1)
    var size: Int
    if let libdeflate {
      size = libdeflate_deflate_compress(libdeflate, filtered, bytes, compressed, room - PNG_SHIM_JOIN_ROOM)
      if size > 0, !isLast { size = png_shim_open_end(compressed, size) }
    } else {
      size = png_shim_deflate(filtered, bytes, isLast, matcher, compressed)
    }
    guard size > 0 else { return nil }
    sum = libdeflate_adler32(sum, filtered, bytes)
    return UnsafeRawBufferPointer(start: compressed, count: size)
  }

  private func filter(_ pixels: UnsafeRawPointer, _ count: Int, to filtered: Row) {
    let row = layout.bytesPerRow
    for y in 0..<count {
      fetch(pixels + y * layout.size.bytesPerRow(layout.format), to: current)
      pixels_filter_row(
        filtered + y * (row + 1), current, previous, row, layout.bytesPerPixel,
        layout.settings.filters.rawValue)
      swap(&current, &previous)
    }
  }

  private func fetch(_ from: UnsafeRawPointer, to row: Row) {
    let to = UnsafeMutableRawPointer(row)
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
