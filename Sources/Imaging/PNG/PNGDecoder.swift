import CPNGShim

func decodePNG(
  _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, pool: PixelPool?, isWanted: () -> Bool
) throws(ImagingError) -> Picture {
  try decodePNG(bytes, limits: limits, pool: pool, libpngAlone: false, isWanted: isWanted).picture
}

/// - Parameter libpngAlone: no libdeflate, to compare.
func decodePNG(
  _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, pool: PixelPool?, libpngAlone: Bool,
  isWanted: () -> Bool = { true }
) throws(ImagingError) -> (picture: Picture, decoder: png_shim_decoder) {
  let file = try PNGFile(bytes)
  try limits.check(width: file.width, height: file.height)
  guard
    var picture = Picture(
      uninitialisedWidth: file.width, height: file.height, format: file.format, pool: pool, spare: file.spare)
  else { throw .outOfMemory(width: file.width, height: file.height) }
  let decoder = try picture.withUnsafeMutableBytes { (pixels) throws(ImagingError) in
    try file.read(into: pixels, libpngAlone: libpngAlone, isWanted: isWanted)
  }
  picture.colourSpace = file.colourSpace
  try picture.apply(file.orientation, pool: pool)
  return (picture, decoder)
}

func sizeOfPNG(
  _ bytes: UnsafeRawBufferPointer
) throws(ImagingError) -> (width: Int, height: Int, orientation: Orientation) {
  let file = try PNGFile(bytes)
  return (file.width, file.height, file.orientation)
}

/// A PNG whose header has been read. `bytes` must outlive it.
private final class PNGFile {
  let width: Int
  let height: Int
  let format: PixelFormat
  /// Bytes of room that reading takes behind the picture's.
  let spare: Int
  let orientation: Orientation
  let colourSpace: ColourSpace?
  private let reader: OpaquePointer

  init(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    var header = png_shim_header()
    var opened: OpaquePointer?
    let reason = reasonOfFailure { reason in
      guard let start = bytes.baseAddress else { return false }
      opened = png_shim_open(start, bytes.count, &header, reason)
      return opened != nil
    }
    guard let opened else { throw .damaged(.png, reason: reason ?? "the file is empty") }
    reader = opened
    width = Int(header.width)
    height = Int(header.height)
    spare = header.spare
    format = header.channels == 4 ? .rgba : .rgb
    colourSpace = ColourSpace(header.colours)
    orientation = EXIF(UnsafeRawBufferPointer(start: header.exif, count: header.exif_count)).orientation
  }

  deinit { png_shim_close(reader) }

  /// - Parameter pixels: with `spare` bytes of room behind them.
  func read(
    into pixels: UnsafeMutableRawBufferPointer, libpngAlone: Bool, isWanted: () -> Bool
  ) throws(ImagingError) -> png_shim_decoder {
    var decoder = png_shim_nobody
    let reason = withoutActuallyEscaping(isWanted) { isWanted in
      let question = Question(isWanted)
      return reasonOfFailure { reason in
        guard let start = pixels.baseAddress else { return false }
        decoder = png_shim_read(
          reader, start.assumingMemoryBound(to: UInt8.self), libpngAlone,
          { context in Unmanaged<Question>.fromOpaque(context!).takeUnretainedValue().ask() },
          Unmanaged.passUnretained(question).toOpaque(), reason)
        return decoder != png_shim_nobody
      }
    }
    if reason == "" { throw .cancelled }
    if let reason { throw .damaged(.png, reason: reason) }
    return decoder
  }
}

/// Carries the caller's closure through C.
private final class Question {
  let ask: () -> Bool
  init(_ ask: @escaping () -> Bool) { self.ask = ask }
}
