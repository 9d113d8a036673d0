import CPNGShim

/// A PNG whose header has been read. `bytes` must outlive it.
final class PNGFile {
  let width: Int
  let height: Int
  let format: PixelFormat
  let orientation: Orientation
  let isInterlaced: Bool
  let colourSpace: ColourSpace?
  /// A profile that goes with no colours.
  let greyProfile: [UInt8]?
  /// Bytes of room that reading takes behind the picture's.
  private let spare: Int
  private let reader: OpaquePointer
  private let question: Question

  /// - Parameter isWanted: is asked between rows; when it says no, `ImagingError.cancelled` is thrown.
  init(
    _ bytes: UnsafeRawBufferPointer, keeps16Bits: Bool, isWanted: @escaping () -> Bool = { true }
  ) throws(ImagingError) {
    var header = png_shim_header()
    var opened: OpaquePointer?
    let reason = reasonOfFailure { reason in
      guard let start = bytes.baseAddress else { return false }
      opened = png_shim_open(start, bytes.count, keeps16Bits, &header, reason)
      return opened != nil
    }
    guard let opened else { throw .damaged(.png, reason: reason ?? "the file is empty") }
    reader = opened
    question = Question(isWanted)
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

  /// Of all pixels, once they are decoded.
  var byteCount: Int { width * height * format.bytesPerPixel }

  /// The whole picture, by whichever way is faster.
  func picture(libpngAlone: Bool, pool: PixelPool?) throws(ImagingError) -> (Picture, png_shim_decoder) {
    guard
      var picture = Picture(
        uninitialisedWidth: width, height: height, format: format, pool: pool, spare: spare)
    else { throw .outOfMemory(width: width, height: height) }
    var decoder = png_shim_nobody
    try check(
      picture.withUnsafeMutableBytes { pixels in
        reasonOfFailure { reason in
          guard let start = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
          decoder = png_shim_read(reader, start, libpngAlone, Question.call, question.context, reason)
          return decoder != png_shim_nobody
        }
      })
    return (picture, decoder)
  }

  private func check(_ reason: String?) throws(ImagingError) {
    if reason == "" { throw .cancelled }
    if let reason { throw .damaged(.png, reason: reason) }
  }
}

/// Not for interlaced ones.
extension PNGFile: RowSource {
  /// From how many bytes of pixels on it is worth more to keep them out of memory than to decode them fast: libdeflate wants
  /// all of them at once, and what goes by rows is decoded by libpng.
  static let large = 16 << 20

  func begin(_ limits: DecodeLimits) throws(ImagingError) {
    try check(reasonOfFailure { png_shim_begin_rows(reader, Question.call, question.context, $0) })
  }

  func read(into rows: inout Picture) throws(ImagingError) {
    let height = UInt32(rows.height)
    try check(
      rows.withUnsafeMutableBytes { bytes in
        reasonOfFailure { reason in
          guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
          return png_shim_read_rows(reader, start, height, reason)
        }
      })
  }
}
