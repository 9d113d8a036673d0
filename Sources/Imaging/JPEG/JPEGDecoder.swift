import CJPEGShim

func decodeJPEG(
  _ bytes: UnsafeRawBufferPointer, _ request: DecodeRequest, isWanted: () -> Bool = { true }
) throws(ImagingError) -> Picture {
  try withoutActuallyEscaping(isWanted) { (isWanted) throws(ImagingError) in
    try JPEGDecoder(bytes, isWanted: isWanted).picture(request)
  }
}

func sizeOfJPEG(
  _ bytes: UnsafeRawBufferPointer
) throws(ImagingError) -> (width: Int, height: Int, orientation: Orientation) {
  let decoder = try JPEGDecoder(bytes)
  return (decoder.width, decoder.height, decoder.segments.orientation)
}

/// A JPEG whose header has been read. `bytes` must outlive it.
final class JPEGDecoder: RowSource {
  let width: Int
  let height: Int
  let isCMYK: Bool
  /// libjpeg does not turn CMYK into RGB; four channels fit where RGBA would be.
  var format: PixelFormat { isCMYK ? .rgba : .rgb }
  let segments: JPEGSegments
  /// A profile that goes with no colours.
  let greyProfile: [UInt8]?
  let colourSpace: ColourSpace?
  private let profile: [UInt8]?
  private let reader: OpaquePointer
  private let question: Question

  /// - Parameter isWanted: is asked between rows; when it says no, `ImagingError.cancelled` is thrown.
  init(_ bytes: UnsafeRawBufferPointer, isWanted: @escaping () -> Bool = { true }) throws(ImagingError) {
    var header = jpeg_shim_header()
    var opened: OpaquePointer?
    let reason = reasonOfFailure { reason in
      guard let start = bytes.baseAddress else { return false }
      opened = jpeg_shim_open(start, bytes.count, &header, reason)
      return opened != nil
    }
    guard let opened else { throw .damaged(.jpeg, reason: reason ?? "the file is empty") }
    reader = opened
    question = Question(isWanted)
    width = Int(header.width)
    height = Int(header.height)
    isCMYK = header.kind == jpeg_shim_cmyk
    segments = JPEGSegments(bytes)
    profile = segments.profile
    colourSpace = isCMYK ? nil : profile.flatMap { ColourSpace(profile: $0) } ?? segments.colourSpace
    greyProfile =
      header.kind == jpeg_shim_grey
      ? profile.flatMap { ColourSpace.channels(of: $0) == "GRAY" ? $0 : nil } : nil
  }

  deinit { jpeg_shim_close(reader) }

  func begin(_ limits: DecodeLimits) throws(ImagingError) { try begin(limits, reduction: 1) }

  /// - Parameter reduction: 1, 2, 4 or 8: into how many parts of a side pixels are taken together.
  func begin(_ limits: DecodeLimits, reduction: Int) throws(ImagingError) {
    guard segments.scans <= limits.maxScans else {
      throw .damaged(
        .jpeg, reason: "its \(segments.scans) scans are more than the limit of \(limits.maxScans)")
    }
    let settings = jpeg_shim_settings(
      reduction: UInt32(reduction), most_scans: Int32(clamping: limits.maxScans), padding: segments.padding)
    try check(
      reasonOfFailure { jpeg_shim_begin(reader, settings, Question.call, question.context, $0) })
  }

  /// Decodes the next rows, of as many bytes as a picture of theirs has.
  func read(into rows: inout Picture) throws(ImagingError) {
    let height = UInt32(rows.height)
    try check(
      rows.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        return reasonOfFailure { jpeg_shim_read(reader, start, height, $0) }
      })
  }

  private func check(_ reason: String?) throws(ImagingError) {
    if reason == "" { throw .cancelled }
    if let reason { throw .damaged(.jpeg, reason: reason) }
  }

  /// The whole picture.
  func picture(_ request: DecodeRequest) throws(ImagingError) -> Picture {
    try request.limits.check(width: width, height: height)
    let size = request.storedSize(width, height, segments.orientation)
    let reduction = reduction(to: size)
    guard
      var picture = Picture(
        uninitialisedWidth: (width + reduction - 1) / reduction,
        height: (height + reduction - 1) / reduction, format: format, pool: request.pool)
    else { throw .outOfMemory(width: width, height: height) }
    try begin(request.limits, reduction: reduction)
    try read(into: &picture)
    if isCMYK {
      picture = try picture.printed(inverted: segments.isAdobe, profile: profile, pool: request.pool)
    } else {
      picture.colourSpace = colourSpace
    }
    picture = try picture.scaledDown(width: size.width, height: size.height, pool: request.pool)
    if let greyProfile { picture.convertGreys(from: greyProfile) }
    try picture.apply(segments.orientation, pool: request.pool)
    return picture
  }

  /// Lets whole groups of pixels become one while they are decoded, which takes a fraction of the time and of the
  /// memory, but averages values and not light. So it leaves at least twice as many pixels each way as are wanted, and
  /// most of the way to those that average light.
  private func reduction(to size: (width: Int, height: Int)) -> Int {
    // Those that libjpeg-turbo has SIMD for.
    [8, 4, 2].first { width / $0 >= 2 * size.width && height / $0 >= 2 * size.height } ?? 1
  }
}
