import CPNGShim

/// The layout of a picture's rows when they are filtered and compressed for a PNG.
struct PNGLayout: Sendable {
  let size: PictureSize
  let format: PixelFormat
  /// Whether an RGBA picture is written as RGB.
  var dropsAlpha = false
  let settings: PNGSettings

  var hasAlpha: Bool { format.hasAlpha && !dropsAlpha }
  var bytesPerPixel: Int { PixelFormat(hasAlpha: hasAlpha, is16Bit: format.is16Bit).bytesPerPixel }
  /// The bytes in a row of pixels, not counting the filter type byte.
  var bytesPerRow: Int { size.width * bytesPerPixel }

  /// The number of rows in each strip. The last strip may have fewer. The bytes of the file depend on this number.
  var rowsOfStrip: Int {
    let row = bytesPerRow + 1
    if case .libdeflate = settings.deflater, row <= PNG_SHIM_WHOLE / size.height { return size.height }
    let most = PNG_SHIM_STRIP / row
    let strips = most > 0 ? (size.height + most - 1) / most : size.height
    // As few strips as possible, with the rows divided as evenly as possible.
    return (size.height + strips - 1) / strips
  }
}
