import CPNGShim

/// - Parameters:
///   - libpngAlone: no libdeflate, to compare.
///   - byRows: from how many bytes on a picture that is to be smaller is read row by row.
func decodePNG(
  _ bytes: UnsafeRawBufferPointer, _ request: DecodeRequest, libpngAlone: Bool = false,
  byRows: Int = 16 << 20,
  isWanted: () -> Bool = { true }
) throws(ImagingError) -> (picture: Picture, decoder: png_shim_decoder) {
  let file = try PNGFile(bytes, keeps16Bits: request.keeps16Bits)
  try request.limits.check(width: file.width, height: file.height)
  let size = request.storedSize(file.width, file.height, file.orientation)
  let isSmaller = size.width < file.width || size.height < file.height
  var (picture, decoder): (Picture, png_shim_decoder)
  if isSmaller, !file.isInterlaced, file.width * file.height * file.format.bytesPerPixel >= byRows {
    guard
      let scaler = RowScaler(
        from: (file.width, file.height), to: size, format: file.format, pool: request.pool)
    else { throw .outOfMemory(width: size.width, height: size.height) }
    try file.read(rows: scaler, isWanted: isWanted)
    (picture, decoder) = (scaler.picture, png_shim_by_libpng)
  } else {
    (picture, decoder) = try file.read(libpngAlone: libpngAlone, pool: request.pool, isWanted: isWanted)
    picture = picture.scaledDown(width: size.width, height: size.height, pool: request.pool)
  }
  picture.colourSpace = file.colourSpace
  if let profile = file.greyProfile { picture.convertGreys(from: profile) }
  try picture.apply(file.orientation, pool: request.pool)
  return (picture, decoder)
}

func sizeOfPNG(
  _ bytes: UnsafeRawBufferPointer
) throws(ImagingError) -> (width: Int, height: Int, orientation: Orientation) {
  let file = try PNGFile(bytes, keeps16Bits: false)
  return (file.width, file.height, file.orientation)
}

/// A PNG whose header has been read. `bytes` must outlive it.
private final class PNGFile {
  let width: Int
  let height: Int
  let format: PixelFormat
  /// Bytes of room that reading takes behind the picture's.
  private let spare: Int
  let orientation: Orientation
  let isInterlaced: Bool
  let colourSpace: ColourSpace?
  /// A profile that goes with no colours.
  let greyProfile: [UInt8]?
  private let reader: OpaquePointer

  init(_ bytes: UnsafeRawBufferPointer, keeps16Bits: Bool) throws(ImagingError) {
    var header = png_shim_header()
    var opened: OpaquePointer?
    let reason = reasonOfFailure { reason in
      guard let start = bytes.baseAddress else { return false }
      opened = png_shim_open(start, bytes.count, keeps16Bits, &header, reason)
      return opened != nil
    }
    guard let opened else { throw .damaged(.png, reason: reason ?? "the file is empty") }
    reader = opened
    width = Int(header.width)
    height = Int(header.height)
    spare = header.spare
    format = PixelFormat(hasAlpha: header.channels == 4, is16Bit: header.sample == 2)
    isInterlaced = header.is_interlaced
    colourSpace = ColourSpace(header.colours)
    let profile = header.colours.profile.map {
      Array(UnsafeBufferPointer(start: $0, count: header.colours.profile_count))
    }
    greyProfile = profile.flatMap { ColourSpace.channels(of: $0) == "GRAY" ? $0 : nil }
    orientation = EXIF(UnsafeRawBufferPointer(start: header.exif, count: header.exif_count)).orientation
  }

  deinit { png_shim_close(reader) }

  func read(
    libpngAlone: Bool, pool: PixelPool?, isWanted: () -> Bool
  ) throws(ImagingError) -> (Picture, png_shim_decoder) {
    guard
      var picture = Picture(
        uninitialisedWidth: width, height: height, format: format, pool: pool, spare: spare)
    else { throw .outOfMemory(width: width, height: height) }
    var decoder = png_shim_nobody
    try reading(isWanted) { ask, question, reason in
      picture.withUnsafeMutableBytes { pixels in
        guard let start = pixels.baseAddress else { return false }
        decoder = png_shim_read(
          reader, start.assumingMemoryBound(to: UInt8.self), libpngAlone, ask, question, reason)
        return decoder != png_shim_nobody
      }
    }
    return (picture, decoder)
  }

  /// Not for interlaced ones.
  func read(rows scaler: RowScaler, isWanted: () -> Bool) throws(ImagingError) {
    try reading(isWanted) { ask, question, reason in
      png_shim_read_rows(
        reader,
        { context, row in
          guard let context else { return }
          Unmanaged<RowScaler>.fromOpaque(context).takeUnretainedValue().take(row)
        }, Unmanaged.passUnretained(scaler).toOpaque(), ask, question, reason)
    }
  }

  /// Calls the reader with the question whether pixels are still wanted, as C can ask it.
  private func reading(
    _ isWanted: () -> Bool,
    _ body: (png_shim_wanted, UnsafeMutableRawPointer, UnsafeMutablePointer<CChar>) -> Bool
  ) throws(ImagingError) {
    let reason = withoutActuallyEscaping(isWanted) { isWanted in
      let question = Question(isWanted)
      return reasonOfFailure { reason in
        body(Question.call, question.context, reason)
      }
    }
    if reason == "" { throw .cancelled }
    if let reason { throw .damaged(.png, reason: reason) }
  }
}
