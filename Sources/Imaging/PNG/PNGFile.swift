import CPNGShim

/// A PNG whose header has been read. `bytes` must outlive it.
final class PNGFile: PhotoFile {
  /// The minimum size of the pixels, in bytes, for processing a PNG row by row, if that is possible.
  static let large = 16 << 20
  /// The maximum size of the pixels, in bytes, for inflating a large PNG with libdeflate.
  ///
  /// libdeflate has to inflate all rows together. Reading them releases their memory. libpng can decode single rows,
  /// which takes a third longer but almost no memory.
  static let largestInflated = 64 << 20

  let size: PictureSize
  let format: PixelFormat
  let orientation: Orientation
  let colourSpace: ColourSpace?
  let greyProfile: [UInt8]?
  var hasPlainRows: Bool { !isInterlaced && !format.hasAlpha && greyProfile == nil }
  var hasFastRows: Bool { false }
  /// The value of `PNGFile.large` for this file. Tests change it.
  var large = PNGFile.large
  /// Whether to decode with libpng alone. Tests set it.
  var isLibpngAlone = false
  /// The library that decoded the picture.
  enum Decoder { case nobody, libpng, libdeflate }
  private(set) var decoder = Decoder.nobody

  private let isInterlaced: Bool
  /// The number of spare bytes that the decoder needs after the picture.
  private let spare: Int
  private let reader: ShimReader
  private let wanted: WantedCallback

  /// - Parameter isWanted: Called between rows. When it returns false, decoding throws `ImagingError.cancelled`.
  init(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, keeps16Bits: Bool,
    isWanted: @escaping () -> Bool = { true }
  ) throws(ImagingError) {
    var header = png_shim_header()
    guard let start = bytes.baseAddress else { throw .empty }
    reader = try ShimReader(.png, close: png_shim_close) {
      png_shim_open(start, bytes.count, keeps16Bits, &header, $0)
    }
    wanted = WantedCallback(isWanted)
    size = try PictureSize(width: Int(header.width), height: Int(header.height), limits: limits)
    spare = header.spare
    format = PixelFormat(hasAlpha: header.channels == 4, is16Bit: header.sample == 2)
    isInterlaced = header.is_interlaced
    colourSpace = ColourSpace(header.colours)
    let profile = header.colours.profile.map {
      Array(UnsafeBufferPointer(start: $0, count: header.colours.profile_count))
    }
    greyProfile = profile.flatMap { ColourSpace.channels(of: $0) == "GRAY" ? $0 : nil }
    orientation = PNGChunks.exif(in: bytes).map { EXIF($0).orientation } ?? .upright
  }

  func storedPicture(scaledTo new: PictureSize, pool: PixelPool?) throws(ImagingError) -> Picture {
    if new != size, !isInterlaced, size.byteCount(format) >= large { return try scaledRows(to: new, pool) }
    return try wholePicture(pool).scaledDown(to: new, pool: pool)
  }

  /// Decodes the whole picture with libdeflate, which is faster, or with libpng if that isn't possible.
  ///
  /// The two agree on every flaw but one: libdeflate accepts the length codes 286 and 287, which deflate doesn't use
  /// (RFC 1951, section 3.2.5), and libpng's zlib rejects them. No encoder writes them, and finding them would take a
  /// second pass over every picture.
  private func wholePicture(_ pool: PixelPool?) throws(ImagingError) -> Picture {
    var picture = try Picture(uninitialised: size, format: format, pool: pool, spare: spare)
    try picture.withUnsafeMutableBytes { (bytes) throws(ImagingError) in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      if !isLibpngAlone, png_shim_read_at_once(reader.pointer, start, WantedCallback.function, wanted.context)
      {
        decoder = .libdeflate
        return
      }
      try beginLibpng()
      try run(.png) { png_shim_read_rows(reader.pointer, start, UInt32(size.height), $0) }
    }
    return picture
  }

  /// Decodes row by row and scales down at the same time.
  private func scaledRows(to new: PictureSize, _ pool: PixelPool?) throws(ImagingError) -> Picture {
    let scaler = try RowScaler(from: size, to: new, format: format, pool: pool)
    var row = try Picture(
      uninitialised: size.shrunk(toWidth: size.width, height: 1), format: format, pool: pool)
    try beginLibpng()
    for _ in 0..<size.height {
      try read(into: &row)
      row.withUnsafeBytes { bytes in if let start = bytes.baseAddress { scaler.take(start) } }
    }
    return scaler.picture
  }

  func beginRows() throws(ImagingError) {
    if !isLibpngAlone, size.byteCount(format) <= Self.largestInflated,
      png_shim_begin_inflated(reader.pointer, WantedCallback.function, wanted.context)
    {
      decoder = .libdeflate
    } else {
      try beginLibpng()
    }
  }

  private func beginLibpng() throws(ImagingError) {
    try run(.png) { png_shim_begin_rows(reader.pointer, WantedCallback.function, wanted.context, $0) }
    decoder = .libpng
  }

  func read(into rows: inout Picture) throws(ImagingError) {
    let height = UInt32(rows.height)
    try rows.withUnsafeMutableBytes { (bytes) throws(ImagingError) in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      try run(.png) { png_shim_read_rows(reader.pointer, start, height, $0) }
    }
  }
}
