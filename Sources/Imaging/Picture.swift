/// Pixels in memory: rows from the top, pixels from the left, no gaps between rows.
///
/// A value: a copy shares its buffer until one of the two is written to. So a picture can be handed from
/// thread to thread, and shown on one while another filters it; a picture that nobody else holds is filtered
/// in place.
public struct Picture: Sendable {
  public let size: PictureSize
  public let format: PixelFormat
  /// The colour space that its file named; nil where none was, which is taken for sRGB.
  public var colourSpace: ColourSpace?
  /// A TIFF file of EXIF that is written with the picture, of at most 65,000 bytes. Other pictures made of it
  /// do not have it.
  var exif: [UInt8]?

  private var buffer: PixelBuffer

  /// In pixels.
  public var width: Int { size.width }
  /// In pixels.
  public var height: Int { size.height }
  public var pixelCount: Int { size.pixelCount }
  public var bytesPerRow: Int { size.bytesPerRow(format) }
  public var byteCount: Int { size.byteCount(format) }

  /// A picture of zeros: black, and transparent where there is alpha.
  ///
  /// - Parameter pool: where the buffer comes from and goes back to. Without one it is allocated and freed.
  /// - Precondition: width and height are at least 1, and the memory is there.
  public init(width: Int, height: Int, format: PixelFormat, pool: PixelPool? = nil) {
    do throws(ImagingError) {
      let size = try PictureSize(width: width, height: height, limits: .none)
      self = try Picture(uninitialised: size, format: format, pool: pool)
    } catch {
      preconditionFailure("\(error)")
    }
    buffer.start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  /// A picture of undefined pixels.
  ///
  /// - Parameter spare: bytes of room behind the pixels, for a decoder; no more than there are rows.
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

  /// Where its buffer goes back to.
  var pool: PixelPool? { buffer.pool }

  /// Lends the pixels: `byteCount` bytes.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: buffer.start, count: byteCount))
  }

  /// Lends the pixels for writing: `byteCount` bytes. They are copied first when another picture shares them.
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

  /// Whether every pixel is opaque, as it is without alpha. Looks at every pixel.
  public var isOpaque: Bool {
    guard format.hasAlpha else { return true }
    return withUnsafeBytes { bytes in
      format.is16Bit
        ? areOpaque(bytes.bindMemory(to: UInt16.self)) : areOpaque(bytes.bindMemory(to: UInt8.self))
    }
  }

  @inline(__always)
  private func areOpaque<Channel: FixedWidthInteger>(_ channels: UnsafeBufferPointer<Channel>) -> Bool {
    // Whole rows are judged without a branch, so that the loop becomes SIMD.
    stride(from: 0, to: channels.count, by: 4 * width).allSatisfy { row in
      var all = ~Channel.zero
      for alpha in stride(from: row + 3, to: row + 4 * width, by: 4) { all &= channels[alpha] }
      return all == ~Channel.zero
    }
  }
}
