/// Returns the size wanted of a picture from the size that it has; both as shown, upright. Pictures are never made larger.
public typealias SizeRule = (PictureSize) -> PictureSize

/// Decodes a whole PNG or JPEG file, recognised by content, into RGB, or RGBA where the file has transparency.
///
/// Greys become RGB, and the EXIF orientation is applied. Colours are not converted: what the file says of them is in
/// `colourSpace`. The exceptions are colours that RGB cannot carry: CMYK, and greys with a profile of their own, become
/// sRGB by their profile; CMYK without one becomes RGB by a plain rule.
///
/// A file is refused as a whole if pixels are damaged or missing. Other flaws do no harm, if other decoders pass over them
/// too: bytes between a JPEG's segments, instead of its end marker or behind a PNG's rows; a version, a window or a
/// checksum that is wrong, although the pixels are there.
///
/// Memory held while it runs, in bytes a pixel, beside the file itself:
///
/// | | picture | and until it is done |
/// | --- | --- | --- |
/// | PNG | 3, or 4 with transparency | some rows; its compressed pixels, when they are in several chunks |
/// | PNG of 16 bits, when they are kept | 6, or 8 with transparency | some rows |
/// | JPEG | 3 | some rows |
/// | progressive JPEG | 3 | 2 a sample: 3 (4:2:0, as most) to 6 (4:4:4) |
/// | CMYK JPEG | 3 | 4, and 8 more when progressive |
/// | turned or mirrored (EXIF 2 to 8) | 3 or 4 | as much again |
///
/// Where a smaller size is wanted, JPEGs are decoded at a reduced size, and large PNGs are made smaller row by row, so that
/// a pixel of the file costs next to nothing.
///
/// - Parameters:
///   - bytes: the file, which is only read.
///   - keeps16Bits: whether a PNG of 16 bits a channel stays so. Otherwise its values are rounded to 8.
///   - size: what the picture is made smaller to; nil leaves it as it is.
///   - pool: where the picture's buffer comes from and goes back to.
///   - isWanted: is asked on the caller's thread between rows; when it says no, `ImagingError.cancelled` is thrown.
public func decode(
  _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits = DecodeLimits(), keeps16Bits: Bool = false,
  size: SizeRule? = nil, pool: PixelPool? = nil, isWanted: () -> Bool = { true }
) throws(ImagingError) -> Picture {
  try withoutActuallyEscaping(isWanted) { (isWanted) throws(ImagingError) in
    try openPhoto(bytes, limits: limits, keeps16Bits: keeps16Bits, isWanted: isWanted).picture(
      size, pool: pool)
  }
}

/// Decodes a whole PNG or JPEG file that is in an array.
public func decode(
  _ bytes: [UInt8], limits: DecodeLimits = DecodeLimits(), keeps16Bits: Bool = false, size: SizeRule? = nil,
  pool: PixelPool? = nil
) throws(ImagingError) -> Picture {
  try bytes.lend { (bytes) throws(ImagingError) in
    try decode(bytes, limits: limits, keeps16Bits: keeps16Bits, size: size, pool: pool)
  }
}

extension [UInt8] {
  /// `withUnsafeBytes` with typed errors.
  func lend<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
