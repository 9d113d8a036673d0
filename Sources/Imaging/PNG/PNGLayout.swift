import CPNGShim

/// The rows of a picture as they are filtered and compressed for a PNG.
struct PNGLayout: Sendable {
  let size: PictureSize
  let format: PixelFormat
  /// Whether RGBA is written as RGB.
  var dropsAlpha = false
  let settings: PNGSettings

  var hasAlpha: Bool { format.hasAlpha && !dropsAlpha }
  var bytesPerPixel: Int { PixelFormat(hasAlpha: hasAlpha, is16Bit: format.is16Bit).bytesPerPixel }
  /// Without the number of the row's filter.
  var bytesPerRow: Int { size.width * bytesPerPixel }

  /// The number of rows in every strip but the last, which may have fewer. The bytes of the file depend on it.
  var rowsOfStrip: Int {
    let row = bytesPerRow + 1
    if settings.deflater != .runs, row <= PNG_SHIM_WHOLE / size.height { return size.height }
    let most = PNG_SHIM_STRIP / row
    let strips = most > 0 ? (size.height + most - 1) / most : size.height
    // As few strips as can be, of as equal numbers of rows as can be.
    return (size.height + strips - 1) / strips
  }
}
