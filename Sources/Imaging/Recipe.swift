/// How a photo is developed, from the bytes of one file to those of another.
public struct Recipe: Sendable, Codable {
  public var limits = DecodeLimits()
  /// What the picture is made to fit into; nil leaves its size.
  public var size: Box?
  /// Whether colours are converted to sRGB before they are filtered.
  public var convertsToSRGB = false
  /// Whether 16 bits a channel are written as such, where the format has them.
  public var keeps16Bits = false
  /// The strength of the sepia filter, 0 (none) to 1.
  public var intensity = 0.0
  /// What the new file has of the photo's EXIF; nil for nothing.
  public var keptEXIF: KeptEXIF?

  /// PNGs with at least this many bytes of pixels are processed row by row.
  var largePNG = PNGFile.large

  public init() {}

  /// Decodes, filters and writes a photo.
  ///
  /// A JPEG that becomes a PNG of the same size, as most do, is never in memory as a whole: a strip of its rows is
  /// decoded, filtered and compressed while the next one is. Nor is a PNG of 16 MiB of pixels or more, unless it is
  /// interlaced or has transparency.
  ///
  /// - Parameters:
  ///   - pool: where the buffers of pictures come from and go back to.
  ///   - isWanted: is asked on the caller's thread between rows; when it says no, `ImagingError.cancelled` is thrown.
  ///   - askForHelp: as with `encodePNG`.
  ///   - sink: takes the new file's next bytes, on the caller's thread. What it throws is thrown on. An error may come
  ///     after it has taken some.
  /// - Throws: `ImagingError`, and what `sink` throws.
  public func develop(
    _ bytes: UnsafeRawBufferPointer, as format: PictureFormat, pool: PixelPool? = nil,
    isWanted: () -> Bool = { true }, askForHelp: HelpWanted = { _ in 0 },
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let exif = keptEXIF?.tiff(ofFile: bytes)
    try withoutActuallyEscaping(isWanted) { isWanted in
      let file = try openPhoto(
        bytes, limits: limits, keeps16Bits: keeps16Bits || convertsToSRGB, isWanted: isWanted)
      if case .png(let compression) = format, goesByRows(file) {
        return try developRows(of: file, PNGSettings(compression), exif, pool, askForHelp, to: sink)
      }
      try developPicture(of: file, as: format, exif, pool, isWanted, askForHelp, to: sink)
    }
  }

  private func developPicture(
    of file: any PhotoFile, as format: PictureFormat, _ exif: [UInt8]?, _ pool: PixelPool?,
    _ isWanted: () -> Bool, _ askForHelp: HelpWanted, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    // Made smaller first, so that no more is filtered than is kept; and rounded last.
    var picture = try file.picture(size?.fitted, pool: pool)
    if convertsToSRGB { picture.convertToSRGB() }
    try check(isWanted)
    if intensity > 0 { Sepia(amount: intensity).apply(to: &picture) }
    if !keeps16Bits { picture = try picture.with8Bits(pool: pool) }
    try check(isWanted)
    picture.exif = exif
    try Imaging.encode(picture, as: format, askForHelp: askForHelp, to: sink)
  }

  private func check(_ isWanted: () -> Bool) throws(ImagingError) {
    if !isWanted() { throw .cancelled }
  }

  /// Whether each row of the file is a row of the new picture, and it is better not to have all of them at once.
  private func goesByRows(_ file: any PhotoFile) -> Bool {
    let isLarge = file is JPEGFile || file.size.byteCount(file.format) >= largePNG
    let keepsSize = size.map { $0.fitted(file.size) == file.size } ?? true
    return isLarge && file.hasPlainRows && file.orientation == .upright && !convertsToSRGB && keepsSize
  }

  private func developRows(
    of file: any PhotoFile, _ settings: PNGSettings, _ exif: [UInt8]?, _ pool: PixelPool?,
    _ askForHelp: HelpWanted, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let sepia = intensity > 0 ? Sepia(amount: intensity) : nil
    let layout = PNGLayout(size: file.size, format: file.format, settings: settings)
    try file.beginRows()
    try PNGWriter.write(
      layout, colourSpace: file.colourSpace, exif: exif, pool: pool, askForHelp: askForHelp, to: sink
    ) { writer in
      try file.forEachStrip(of: writer.rowsOfStrip, pool: pool) { rows in
        sepia?.apply(to: &rows)
        try writer.append(PictureRows(picture: rows, range: 0..<rows.height))
      }
    }
  }
}
