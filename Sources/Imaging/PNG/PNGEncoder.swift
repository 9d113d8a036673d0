/// Writes a picture as PNG into memory. A picture whose every pixel is opaque is written without alpha.
public func encodePNG(
  _ picture: Picture, settings: PNGSettings = PNGSettings(.default)
) throws(ImagingError) -> [UInt8] {
  try wholeFile(.png) { sink in try encodePNG(picture, settings: settings, to: sink) }
}

/// Writes a picture as PNG piece by piece, so that the file need not be in memory as a whole: beside the picture
/// it costs one to two MiB (a strip of rows, filtered and compressed, and the compressor's tables), or up to nine where the
/// picture is one strip (4 MiB at most), and some rows.
///
/// - Parameters:
///   - askForHelp: is called while strips of a picture of some million pixels wait to be compressed. Each helper costs
///     about 3 MiB. Help does not change the file.
///   - sink: takes the file's next bytes, a strip at a time, on the caller's thread. What it
///     throws ends the writing, and is thrown on.
public func encodePNG(
  _ picture: Picture, settings: PNGSettings = PNGSettings(.default), askForHelp: HelpWanted = { _ in 0 },
  to sink: (UnsafeRawBufferPointer) throws -> Void
) throws {
  let dropsAlpha = picture.format.hasAlpha && picture.isOpaque
  let layout = PNGLayout(
    size: picture.size, format: picture.format, dropsAlpha: dropsAlpha, settings: settings)
  try PNGWriter.write(
    layout, colourSpace: picture.colourSpace, exif: picture.exif, pool: picture.pool,
    askForHelp: askForHelp, to: sink
  ) { writer in
    for row in stride(from: 0, to: picture.height, by: writer.rowsOfStrip) {
      let rows = row..<min(row + writer.rowsOfStrip, picture.height)
      try writer.append(PictureRows(picture: picture, range: rows))
    }
  }
}
