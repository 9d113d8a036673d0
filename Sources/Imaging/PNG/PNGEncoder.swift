/// Encodes a picture as PNG in memory. A fully opaque picture is written without alpha.
public func encodePNG(
  _ picture: Picture, settings: PNGSettings = PNGSettings(.default)
) throws(ImagingError) -> [UInt8] {
  try wholeFile(.png) { sink in try encodePNG(picture, settings: settings, to: sink) }
}

/// Writes a picture as PNG piece by piece, so that the whole file never has to be in memory.
///
/// In addition to the picture, this takes 1 to 2 MiB for a strip of rows (filtered and compressed), the compressor's
/// tables and a few rows. With libdeflate, a picture of at most 4 MiB is a single strip, which takes up to 9 MiB.
///
/// - Parameter sink: Receives the file strip by strip on the caller's thread. An error stops the encoder and is
///   rethrown.
public func encodePNG(
  _ picture: Picture, settings: PNGSettings = PNGSettings(.default),
  to sink: (UnsafeRawBufferPointer) throws -> Void
) throws {
  let dropsAlpha = picture.format.hasAlpha && picture.isOpaque
  let layout = PNGLayout(
    size: picture.size, format: picture.format, dropsAlpha: dropsAlpha, settings: settings)
  let head = PNGChunks.head(layout, picture.colourSpace, exif: picture.exif)
  try PNGWriter.write(layout, head: head, pool: picture.pool, to: sink) { writer in
    for row in stride(from: 0, to: picture.height, by: writer.rowsOfStrip) {
      let rows = row..<min(row + writer.rowsOfStrip, picture.height)
      try writer.append(rows, of: picture)
    }
  }
}
