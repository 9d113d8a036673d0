import CPNGShim

/// What becomes of a photo, from the bytes of one file to those of another.
public struct Recipe: Sendable {
  public var limits = DecodeLimits()
  /// What the picture is made to fit into; nil leaves its size.
  public var size: Box?
  /// Whether colours are converted to sRGB before they are filtered.
  public var convertsToSRGB = false
  /// Whether 16 bits a channel are written as such, where the format has them.
  public var keeps16Bits = false
  /// Of the sepia filter, 0 (none) to 1.
  public var intensity = 0.0
  /// What the new file has of the photo's EXIF; nil for nothing.
  public var keptEXIF: KeptEXIF?

  /// From how many bytes of pixels on a PNG goes by rows.
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
    guard let tiff = keptEXIF?.tiff(ofFile: bytes) else {
      return try write(bytes, as: format, pool, isWanted, askForHelp, to: sink)
    }
    var insertion = EXIFInsertion(tiff, into: format)
    try write(bytes, as: format, pool, isWanted, askForHelp) { try insertion.pass($0, to: sink) }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, as format: PictureFormat, _ pool: PixelPool?, _ isWanted: () -> Bool,
    _ askForHelp: HelpWanted, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    if case .png(let compression) = format {
      let isDone = try withoutActuallyEscaping(isWanted) { isWanted in
        guard let file = try rows(of: bytes, isWanted) else { return false }
        try developRows(of: file, PNGSettings(compression), pool, askForHelp, to: sink)
        return true
      }
      if isDone { return }
    }
    // Made smaller first, so that no more is filtered than is kept; and rounded last.
    var picture = try decode(
      bytes, limits: limits, keeps16Bits: keeps16Bits || convertsToSRGB, size: size?.fitted, pool: pool,
      isWanted: isWanted)
    if convertsToSRGB { picture.convertToSRGB() }
    try check(isWanted)
    if intensity > 0 { Sepia(amount: intensity).apply(to: &picture) }
    if !keeps16Bits { picture = try picture.with8Bits(pool: pool) }
    try check(isWanted)
    try encode(picture, as: format, askForHelp: askForHelp, to: sink)
  }

  private func check(_ isWanted: () -> Bool) throws(ImagingError) {
    if !isWanted() { throw .cancelled }
  }

  /// The file, if each of its rows is a row of the new picture, and it is better not to have all of them at once.
  private func rows(
    of bytes: UnsafeRawBufferPointer, _ isWanted: @escaping () -> Bool
  ) throws -> (any RowSource)? {
    switch try ImageType(of: bytes) {
    case .jpeg:
      let file = try JPEGDecoder(bytes, isWanted: isWanted)
      return !file.isCMYK && file.greyProfile == nil && keeps(file, file.segments.orientation) ? file : nil
    case .png:
      let file = try PNGFile(bytes, keeps16Bits: keeps16Bits, isWanted: isWanted)
      // Whether transparency is written at all is known only when all pixels were seen.
      let isPlain = !file.isInterlaced && !file.format.hasAlpha && file.greyProfile == nil
      return isPlain && file.byteCount >= largePNG && keeps(file, file.orientation) ? file : nil
    default: return nil
    }
  }

  private func keeps(_ file: any RowSource, _ orientation: Orientation) -> Bool {
    let wanted = size?.fitted(file.width, file.height) ?? (file.width, file.height)
    return orientation == .upright && !convertsToSRGB && wanted == (file.width, file.height)
  }

  private func developRows(
    of file: any RowSource, _ settings: PNGSettings, _ pool: PixelPool?, _ askForHelp: HelpWanted,
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try limits.check(width: file.width, height: file.height)
    let sepia = intensity > 0 ? Sepia(amount: intensity) : nil
    let shape = png_shim_shape(width: file.width, height: file.height, file.format, dropsAlpha: false)
    try file.begin(limits)
    try PNGWriter.write(
      shape, settings, colourSpace: file.colourSpace, askForHelp: askForHelp, to: sink
    ) { writer in
      try file.forEachStrip(of: writer.rowsOfStrip, pool) { rows in
        sepia?.apply(to: &rows)
        try writer.append(PictureRows(picture: rows, range: 0..<rows.height))
      }
    }
  }
}
