/// A PNG or JPEG whose header has been read and whose size is within the limits. The file's bytes must outlive it.
///
/// Pixels can be read only once, either as a whole picture or row by row.
protocol PhotoFile: AnyObject {
  /// The stored size, before `orientation` is applied.
  var size: PictureSize { get }
  var format: PixelFormat { get }
  var orientation: Orientation { get }
  var colourSpace: ColourSpace? { get }
  /// Whether the file can be read row by row, with each row in its final form. If not, a later step could still
  /// change the colours or the format of the rows.
  var hasPlainRows: Bool { get }
  /// Whether reading row by row is as fast as decoding the whole picture, so that even small files are read that way.
  var hasFastRows: Bool { get }
  /// A grey ICC profile, which is used to convert the picture to sRGB.
  var greyProfile: [UInt8]? { get }

  /// Decodes the whole picture in its stored orientation, scaled down to `new`.
  /// - Parameter new: The new size. Neither its width nor its height may exceed the stored size.
  func storedPicture(scaledTo new: PictureSize, pool: PixelPool?) throws(ImagingError) -> Picture

  /// Prepares for reading rows.
  func beginRows() throws(ImagingError)

  /// Decodes as many rows as the given picture holds. After the last row, the rest of the file is checked.
  func read(into rows: inout Picture) throws(ImagingError)
}

extension PhotoFile {
  /// Decodes the whole picture and makes it upright.
  /// - Parameter rule: Chooses the size to scale down to, or nil to keep the original size.
  func picture(_ rule: SizeRule?, pool: PixelPool?) throws(ImagingError) -> Picture {
    var picture = try storedPicture(scaledTo: storedSize(rule), pool: pool)
    if let colourSpace { picture.colourSpace = colourSpace }
    if let greyProfile { picture.convertGreys(from: greyProfile) }
    try picture.apply(orientation, pool: pool)
    return picture
  }

  /// Decodes all rows and calls `body` with one strip at a time.
  /// - Parameter count: The number of rows per strip. The last strip may have fewer.
  func forEachStrip(
    of count: Int, pool: PixelPool?, _ body: (inout Picture) throws -> Void
  ) throws {
    for row in stride(from: 0, to: size.height, by: count) {
      var rows = try Picture(
        uninitialised: size.shrunk(toWidth: size.width, height: min(count, size.height - row)),
        format: format, pool: pool)
      try read(into: &rows)
      try body(&rows)
    }
  }

  /// Returns the size to scale the stored picture to, so that the upright picture gets the requested size.
  private func storedSize(_ rule: SizeRule?) -> PictureSize {
    guard let rule else { return size }
    let wanted = orientation.swapsSides ? rule(size.turned).turned : rule(size)
    return size.shrunk(toWidth: wanted.width, height: wanted.height)
  }
}

extension ImageType {
  /// Whether `openPhoto` supports the format.
  var isDecoded: Bool { self == .png || self == .jpeg }
}

/// Opens a photo and reads its header.
///
/// - Parameter isWanted: Called between rows. When it returns false, decoding throws `ImagingError.cancelled`.
func openPhoto(
  _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, keeps16Bits: Bool, isWanted: @escaping () -> Bool
) throws(ImagingError) -> any PhotoFile {
  switch try ImageType(ofPhoto: bytes) {
  case .png: return try PNGFile(bytes, limits: limits, keeps16Bits: keeps16Bits, isWanted: isWanted)
  case .jpeg: return try JPEGFile(bytes, limits: limits, isWanted: isWanted)
  case let type: throw .unsupported(type)
  }
}
