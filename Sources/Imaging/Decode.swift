/// What is refused rather than decoded. Checked against the header, before any pixel is allocated.
public struct DecodeLimits: Sendable, Equatable {
  /// Width times height.
  public var maxPixels: Int
  /// In pixels. PNG holds two rows (up to 16 bytes a pixel) beside the picture.
  public var maxWidth: Int
  /// Scans of a progressive JPEG, each of which costs a walk over the whole picture: real ones have some ten.
  public var maxScans: Int

  public init(maxPixels: Int = 100_000_000, maxWidth: Int = 1_000_000, maxScans: Int = 100) {
    self.maxPixels = maxPixels
    self.maxWidth = maxWidth
    self.maxScans = maxScans
  }

  func check(width: Int, height: Int) throws(ImagingError) {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= maxPixels else {
      throw .tooManyPixels(width: width, height: height, limit: maxPixels)
    }
    guard width <= maxWidth else { throw .tooWide(width: width, limit: maxWidth) }
  }
}

/// Decodes a whole PNG or JPEG file, recognised by content, into 8-bit RGB, or RGBA where the file has
/// transparency.
///
/// Greys become RGB, 16-bit channels are rounded to 8, CMYK is converted without a profile, and the EXIF
/// orientation is applied. Colours are not converted: what the file says of them is in `colourSpace`, and goes on
/// into a PNG. A file that is broken or cut short anywhere is refused as a whole.
///
/// What is held while it runs, in bytes a pixel, beside the file itself:
///
/// | | picture | and until it is done |
/// | --- | --- | --- |
/// | PNG | 3, or 4 with transparency | some rows; its compressed pixels, when they are in several chunks |
/// | JPEG | 3 | some rows |
/// | progressive JPEG | 3 | 2 a sample: 3 (4:2:0, as most) to 6 (4:4:4) |
/// | CMYK JPEG | 3 | 4, and 8 more when progressive |
/// | turned by a quarter (EXIF 5 to 8) | 3 or 4 | as much again |
///
/// - Parameters:
///   - bytes: the file, which is only read.
///   - pool: where the picture's buffer comes from and goes back to.
///   - isWanted: is asked on the caller's thread between rows of a PNG; when it says no, `ImagingError.cancelled` is
///     thrown. (TurboJPEG decodes a JPEG in one piece.)
public func decode(
  _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits = DecodeLimits(), pool: PixelPool? = nil,
  isWanted: () -> Bool = { true }
) throws(ImagingError) -> Picture {
  switch try ImageType(of: bytes) {
  case .png: try decodePNG(bytes, limits: limits, pool: pool, isWanted: isWanted)
  case .jpeg: try decodeJPEG(bytes, limits: limits, pool: pool)
  case let type: throw .unsupported(type)
  }
}

/// Decodes a whole PNG or JPEG file that is in an array.
public func decode(
  _ bytes: [UInt8], limits: DecodeLimits = DecodeLimits(), pool: PixelPool? = nil
) throws(ImagingError) -> Picture {
  try bytes.lend { (bytes) throws(ImagingError) in try decode(bytes, limits: limits, pool: pool) }
}

extension [UInt8] {
  /// `withUnsafeBytes` with typed errors.
  func lend<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
