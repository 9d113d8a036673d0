/// A function that chooses the new size of a picture, given its original size. Both are sizes of the upright picture.
/// Pictures are never enlarged.
public typealias SizeRule = (PictureSize) -> PictureSize

/// Decodes a PNG or JPEG file to RGB, or to RGBA if the file has transparency. The format is detected from the content.
///
/// Greys become RGB, and the EXIF orientation is applied. Colours aren't converted: `colourSpace` holds the space that
/// the file declares. The exceptions are colours that RGB can't represent. CMYK and greys with their own profile are
/// converted to sRGB with that profile, and CMYK without a profile becomes RGB by a simple formula.
///
/// A file with damaged or missing pixels is rejected as a whole. Other flaws are tolerated if other decoders tolerate
/// them too: stray bytes between the segments of a JPEG, instead of its end marker, or after the rows of a PNG; a
/// missing end of a PNG; and a wrong version, window size or checksum when the pixels are intact. Summaries don't
/// mention them, because a tolerated flaw never changes a pixel. A JPEG that lacks its end marker, with nothing in its
/// place, is rejected, as by Pillow.
///
/// Memory in use while decoding, in bytes per pixel, in addition to the file itself:
///
/// | | picture | temporary |
/// | --- | --- | --- |
/// | PNG | 3, or 4 with transparency | a few rows; the compressed pixels if they span several chunks |
/// | 16-bit PNG, if `keeps16Bits` | 6, or 8 with transparency | a few rows |
/// | JPEG | 3 | a few rows |
/// | progressive JPEG | 3 | 2 per sample: 3 (4:2:0, the most common) to 6 (4:4:4) |
/// | CMYK JPEG | 3 | 4, and 8 more if progressive |
/// | rotated or mirrored (EXIF 2 to 8) | 3 or 4 | the same again |
///
/// If a smaller size is requested, JPEGs are decoded at reduced size and large PNGs are scaled down row by row, so that
/// the full-size pixels take almost no memory.
///
/// - Parameters:
///   - bytes: The file, which is only read.
///   - keeps16Bits: Whether a PNG with 16 bits per channel keeps them. Otherwise its values are rounded to 8 bits.
///   - size: Chooses the size to scale down to, or nil to keep the original size.
///   - pool: The pool that supplies the picture's buffer and takes it back.
///   - isWanted: Called between rows on the caller's thread. When it returns false, decoding throws
///     `ImagingError.cancelled`.
public func decode(
  _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits = DecodeLimits(), keeps16Bits: Bool = false,
  size: SizeRule? = nil, pool: PixelPool? = nil, isWanted: () -> Bool = { true }
) throws(ImagingError) -> Picture {
  try withoutActuallyEscaping(isWanted) { (isWanted) throws(ImagingError) in
    try openPhoto(bytes, limits: limits, keeps16Bits: keeps16Bits, isWanted: isWanted).picture(
      size, pool: pool)
  }
}

/// Decodes a PNG or JPEG file that is held in an array.
public func decode(
  _ bytes: [UInt8], limits: DecodeLimits = DecodeLimits(), keeps16Bits: Bool = false, size: SizeRule? = nil,
  pool: PixelPool? = nil
) throws(ImagingError) -> Picture {
  try bytes.lend { (bytes) throws(ImagingError) in
    try decode(bytes, limits: limits, keeps16Bits: keeps16Bits, size: size, pool: pool)
  }
}

extension [UInt8] {
  /// Calls `withUnsafeBytes` with typed errors.
  func lend<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
