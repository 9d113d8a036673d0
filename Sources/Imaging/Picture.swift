/// The pixels of a picture in memory, with rows from top to bottom, pixels from left to right, and no gaps between
/// rows.
///
/// A picture is a value. Copies share a buffer until one of them is modified, so a picture can be shown on one thread
/// while another thread filters it. A picture whose buffer isn't shared is filtered in place.
public struct Picture: Sendable {
  public let size: PictureSize
  public let format: PixelFormat
  /// The colour space declared by the file, or nil if there was none. Nil is treated as sRGB.
  public var colourSpace: ColourSpace?
  /// The EXIF data to write with the picture, as a TIFF file of at most 65,000 bytes. Pictures derived from this one
  /// don't inherit it.
  var exif: [UInt8]?

  private var buffer: PixelBuffer

  /// The width in pixels.
  public var width: Int { size.width }
  /// The height in pixels.
  public var height: Int { size.height }
  public var pixelCount: Int { size.pixelCount }
  public var bytesPerRow: Int { size.bytesPerRow(format) }
  public var byteCount: Int { size.byteCount(format) }

  /// Creates a picture filled with zeros: black, and transparent if there is alpha.
  ///
  /// - Parameter pool: The pool that supplies the buffer and takes it back. If nil, the buffer is allocated and freed.
  /// - Precondition: Width and height are at least 1, and there is enough memory.
  public init(width: Int, height: Int, format: PixelFormat, pool: PixelPool? = nil) {
    do throws(ImagingError) {
      let size = try PictureSize(width: width, height: height, limits: .none)
      self = try Picture(uninitialised: size, format: format, pool: pool)
    } catch {
      preconditionFailure("\(error)")
    }
    buffer.start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  /// Creates a picture whose pixels are undefined.
  ///
  /// - Parameter spare: Extra bytes after the pixels for a decoder, at most a row and one byte per row.
  /// - Throws: `ImagingError.outOfMemory`.
  init(
    uninitialised size: PictureSize, format: PixelFormat, pool: PixelPool?, spare: Int = 0
  ) throws(ImagingError) {
    guard let buffer = PixelBuffer(byteCount: size.byteCount(format) + spare, pool: pool) else {
      throw .outOfMemory(width: size.width, height: size.height)
    }
    self.size = size
    self.format = format
    self.buffer = buffer
  }

  /// The pool that takes the buffer back.
  var pool: PixelPool? { buffer.pool }

  /// Calls `body` with the pixels, which take `byteCount` bytes.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: buffer.start, count: byteCount))
  }

  /// Calls `body` with the pixels for writing, `byteCount` bytes. A buffer that other pictures share is copied first.
  public mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isKnownUniquelyReferenced(&buffer) {
      guard let copy = PixelBuffer(byteCount: byteCount, pool: buffer.pool) else {
        preconditionFailure("no memory for a copy of a picture of \(width) by \(height) pixels")
      }
      copy.start.copyMemory(from: buffer.start, byteCount: byteCount)
      buffer = copy
    }
    return try body(UnsafeMutableRawBufferPointer(start: buffer.start, count: byteCount))
  }

  /// Whether every pixel is opaque. Without alpha, this is always true. With alpha, it takes a pass over the pixels.
  public var isOpaque: Bool {
    guard format.hasAlpha else { return true }
    return withUnsafeBytes { bytes in
      format.is16Bit
        ? areOpaque(bytes.bindMemory(to: UInt16.self)) : areOpaque(bytes.bindMemory(to: UInt8.self))
    }
  }

  @inline(__always)
  private func areOpaque<Channel: FixedWidthInteger>(_ channels: UnsafeBufferPointer<Channel>) -> Bool {
    // Each row is checked without branches, so that the loop is vectorised.
    stride(from: 0, to: channels.count, by: 4 * width).allSatisfy { row in
      var all = ~Channel.zero
      for alpha in stride(from: row + 3, to: row + 4 * width, by: 4) { all &= channels[alpha] }
      return all == ~Channel.zero
    }
  }
}
