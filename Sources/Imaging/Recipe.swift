/// The steps that turn a photo file into a new file.
public struct Recipe: Sendable {
  public var limits = DecodeLimits()
  /// The box that the picture is scaled down to fit into, or nil to keep its size.
  public var size: Box?
  /// Whether colours are converted to sRGB before filtering.
  public var convertsToSRGB = false
  /// Whether 16-bit channels are kept if the format supports them.
  public var keeps16Bits = false
  public var filter = Filter.none
  /// The part of the photo's EXIF data that is written to the new file, or nil to write none.
  public var keptEXIF: KeptEXIF?

  /// The minimum size of the pixels, in bytes, for processing a PNG row by row.
  var largePNG = PNGFile.large

  public init() {}

  /// Returns a text that contains everything in the recipe that affects the new file. A file made with a different
  /// text is outdated. Journals keep hashes of the text, so the same recipe must always produce the same text.
  ///
  /// - Parameters:
  ///   - format: The format of the new file.
  ///   - kind: The text that represents the filter. By default, it is the filter's description.
  public func fingerprint(_ format: PictureFormat, kind: String? = nil) -> String {
    var parts = [kind ?? "\(filter)", "\(format)"]
    if let size { parts.append("\(size)") }
    if convertsToSRGB { parts.append("sRGB") }
    if keeps16Bits { parts.append("16 bits") }
    if let keptEXIF { parts.append("EXIF \(keptEXIF)") }
    return parts.joined(separator: ", ")
  }

  /// Decodes, filters and writes a photo.
  ///
  /// The most common case, a JPEG that becomes a PNG of the same size, never has the whole picture in memory. A strip
  /// of its rows is decoded and filtered, and is then compressed while the next strip is decoded. The same goes for
  /// PNGs with 16 MiB of pixels or more, unless they are interlaced or have transparency. Those of up to 64 MiB are
  /// inflated as a whole, and each strip releases its rows.
  ///
  /// - Parameter sink: Receives the new file piece by piece on the caller's thread. Its errors are rethrown. An error
  ///   may also occur after it has received some bytes.
  /// - Throws: `ImagingError`, and any error from `sink`.
  public func develop(
    _ bytes: UnsafeRawBufferPointer, as format: PictureFormat, in environment: Environment = Environment(),
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let exif = keptEXIF?.tiff(ofFile: bytes)
    let file = try openPhoto(
      bytes, limits: limits, keeps16Bits: keeps16Bits || convertsToSRGB, isWanted: environment.isWanted)
    if case .png(let compression) = format, goesByRows(file) {
      return try developRows(of: file, PNGSettings(compression), exif, environment, to: sink)
    }
    try developPicture(of: file, as: format, exif, environment, to: sink)
  }

  private func developPicture(
    of file: any PhotoFile, as format: PictureFormat, _ exif: [UInt8]?, _ environment: Environment,
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    // Scaling comes first, so that no pixels are filtered only to be discarded. Rounding to 8 bits comes last.
    var picture = try file.picture(size?.fitted, pool: environment.pool)
    if convertsToSRGB { picture.convertToSRGB() }
    try environment.checkIsWanted()
    filter.apply(to: &picture)
    if !keeps16Bits { picture = try picture.with8Bits(pool: environment.pool) }
    try environment.checkIsWanted()
    picture.exif = exif
    try Imaging.encode(picture, as: format, to: sink)
  }

  /// Returns whether the file's rows map to rows of the new picture, and processing them strip by strip is
  /// worthwhile.
  private func goesByRows(_ file: any PhotoFile) -> Bool {
    let isLarge = file.hasFastRows || file.size.byteCount(file.format) >= largePNG
    let keepsSize = size.map { $0.fitted(file.size) == file.size } ?? true
    return isLarge && file.hasPlainRows && file.orientation == .upright && !convertsToSRGB && keepsSize
  }

  private func developRows(
    of file: any PhotoFile, _ settings: PNGSettings, _ exif: [UInt8]?, _ environment: Environment,
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let pool = environment.pool
    let layout = PNGLayout(size: file.size, format: file.format, settings: settings)
    try file.beginRows()
    let head = PNGChunks.head(layout, file.colourSpace, exif: exif)
    try PNGWriter.write(layout, head: head, pool: pool, to: sink) { writer in
      try file.forEachStrip(of: writer.rowsOfStrip, pool: pool) { rows in
        filter.apply(to: &rows)
        try writer.append(0..<rows.height, of: rows)
      }
    }
  }
}

extension Recipe {
  /// The buffers and callbacks that a development gets from its caller.
  public struct Environment {
    /// The pool that supplies buffers and takes them back.
    public var pool: PixelPool?
    /// Called between rows on the caller's thread. When it returns false, the development throws
    /// `ImagingError.cancelled`.
    public var isWanted: () -> Bool

    public init(pool: PixelPool? = nil, isWanted: @escaping () -> Bool = { true }) {
      self.pool = pool
      self.isWanted = isWanted
    }

    fileprivate func checkIsWanted() throws(ImagingError) {
      if !isWanted() { throw .cancelled }
    }
  }
}
