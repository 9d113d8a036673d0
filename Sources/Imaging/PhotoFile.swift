/// A PNG or JPEG whose header has been read, and whose size is within the limits. It borrows the file's bytes.
///
/// Either the picture or its rows are read, once.
protocol PhotoFile: AnyObject {
  /// As stored, before `orientation` is applied.
  var size: PictureSize { get }
  var format: PixelFormat { get }
  var orientation: Orientation { get }
  var colourSpace: ColourSpace? { get }
  /// Whether rows can be read, and each is a row of the picture: nothing that follows could still change its colours or
  /// its format.
  var hasPlainRows: Bool { get }
  /// A profile for greys, by which the picture's become colours.
  var greyProfile: [UInt8]? { get }

  /// The whole picture as stored, made smaller.
  /// - Parameter new: its size, no larger either way.
  func storedPicture(scaledTo new: PictureSize, pool: PixelPool?) throws(ImagingError) -> Picture

  /// Called before rows are read.
  func beginRows() throws(ImagingError)

  /// Decodes the next rows, as many as the picture given has. After the last one, the rest of the file is checked.
  func read(into rows: inout Picture) throws(ImagingError)
}

extension PhotoFile {
  /// The whole picture, upright.
  /// - Parameter rule: what it is made smaller to; nil leaves it as it is.
  func picture(_ rule: SizeRule?, pool: PixelPool?) throws(ImagingError) -> Picture {
    var picture = try storedPicture(scaledTo: storedSize(rule), pool: pool)
    if let colourSpace { picture.colourSpace = colourSpace }
    if let greyProfile { picture.convertGreys(from: greyProfile) }
    try picture.apply(orientation, pool: pool)
    return picture
  }

  /// Decodes all rows, and calls `body` with each strip of them.
  /// - Parameter count: rows in each; the last may have fewer.
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

  /// What the stored picture is made smaller to, so that the upright one has the size that is wanted.
  private func storedSize(_ rule: SizeRule?) -> PictureSize {
    guard let rule else { return size }
    let wanted = orientation.swapsSides ? rule(size.turned).turned : rule(size)
    return size.shrunk(toWidth: wanted.width, height: wanted.height)
  }
}

/// Reads a photo's header.
///
/// - Parameter isWanted: is asked between rows; when it says no, `ImagingError.cancelled` is thrown.
func openPhoto(
  _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, keeps16Bits: Bool, isWanted: @escaping () -> Bool
) throws(ImagingError) -> any PhotoFile {
  try ImageType(ofPhoto: bytes) == .png
    ? PNGFile(bytes, limits: limits, keeps16Bits: keeps16Bits, isWanted: isWanted)
    : JPEGFile(bytes, limits: limits, isWanted: isWanted)
}
