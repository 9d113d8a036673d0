import CTurboJPEG

func decodeJPEG(_ bytes: UnsafeRawBufferPointer, _ request: DecodeRequest) throws(ImagingError) -> Picture {
  let decoder = try JPEGDecoder(bytes)
  let segments = decoder.segments
  try request.limits.check(width: decoder.width, height: decoder.height)
  guard segments.scans <= request.limits.maxScans else {
    throw .damaged(
      .jpeg, reason: "its \(segments.scans) scans are more than the limit of \(request.limits.maxScans)")
  }
  let size = request.storedSize(decoder.width, decoder.height, segments.orientation)
  decoder.reduce(to: size)
  let profile = segments.profile
  var picture: Picture
  if decoder.isCMYK {
    // TurboJPEG does not turn CMYK into RGB; four channels fit where RGBA would be.
    let inks = try decoder.read(as: .rgba, layout: TJPF_CMYK, pool: request.pool)
    picture = try inks.printed(inverted: segments.isAdobe, profile: profile, pool: request.pool)
  } else {
    picture = try decoder.read(as: .rgb, layout: TJPF_RGB, pool: request.pool)
    picture.colourSpace = profile.flatMap { ColourSpace(profile: $0) } ?? segments.colourSpace
  }
  picture = picture.scaledDown(width: size.width, height: size.height, pool: request.pool)
  if decoder.isGrey, let profile, ColourSpace.channels(of: profile) == "GRAY" {
    picture.convertGreys(from: profile)
  }
  try picture.apply(segments.orientation, pool: request.pool)
  return picture
}

func sizeOfJPEG(
  _ bytes: UnsafeRawBufferPointer
) throws(ImagingError) -> (width: Int, height: Int, orientation: Orientation) {
  let decoder = try JPEGDecoder(bytes)
  return (decoder.width, decoder.height, decoder.segments.orientation)
}

/// A JPEG whose header has been read. `bytes` must outlive it.
private final class JPEGDecoder {
  let width: Int
  let height: Int
  let isCMYK: Bool
  let isGrey: Bool
  let segments: JPEGSegments
  private let bytes: UnsafeRawBufferPointer
  private let codec: tjhandle
  /// Into how many parts of a side the pixels are taken together: 1, 2, 4 or 8.
  private var reduction = 1

  init(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) {
    guard let codec = tjInitDecompress() else { throw .damaged(.jpeg, reason: lastReason(nil)) }
    var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let status = tjDecompressHeader3(
      codec, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), &width, &height, &sampling,
      &colours)
    // The size is what counts: TurboJPEG 2 fails on samplings it has no name for, yet knows it, and decodes
    // them well; and it is content with a file of tables for other files, which has none.
    guard width > 0, height > 0 else {
      let reason = status == 0 ? "tables without an image" : lastReason(codec)
      tjDestroy(codec)
      throw .damaged(.jpeg, reason: reason)
    }
    self.codec = codec
    self.bytes = bytes
    self.width = Int(width)
    self.height = Int(height)
    isCMYK = [TJCS_CMYK, TJCS_YCCK].contains { Int32($0.rawValue) == colours }
    isGrey = Int32(TJCS_GRAY.rawValue) == colours
    segments = JPEGSegments(bytes)
  }

  deinit { tjDestroy(codec) }

  /// Lets whole groups of pixels become one while they are decoded, which takes a fraction of the time and of the
  /// memory, but averages values and not light. So it leaves at least twice as many pixels each way as are wanted, and
  /// most of the way to those that average light.
  func reduce(to size: (width: Int, height: Int)) {
    // Those that TurboJPEG has SIMD for.
    reduction =
      [8, 4, 2].first { width / $0 >= 2 * size.width && height / $0 >= 2 * size.height } ?? 1
  }

  func read(as format: PixelFormat, layout: TJPF, pool: PixelPool?) throws(ImagingError) -> Picture {
    let (width, height) = ((width + reduction - 1) / reduction, (height + reduction - 1) / reduction)
    guard var picture = Picture(uninitialisedWidth: width, height: height, format: format, pool: pool) else {
      throw .outOfMemory(width: width, height: height)
    }
    let row = picture.bytesPerRow
    let status = picture.withUnsafeMutableBytes { pixels in
      tjDecompress2(
        codec, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count),
        pixels.bindMemory(to: UInt8.self).baseAddress, Int32(width), Int32(row), Int32(height),
        Int32(layout.rawValue), TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
    }
    guard status != 0 else { return picture }
    let reason = lastReason(codec)
    // libjpeg only warns of missing data, and fills in grey: that is an error here. The one exception is zeros
    // before the end of the image, with which some cameras fill up a block: the first warning is the one kept, and
    // nothing comes after. Any other bytes there are what a decoder that lost its way has not used.
    let words = reason.split(separator: " ")
    guard tjGetErrorCode(codec) == TJERR_WARNING.rawValue,
      reason.hasSuffix("extraneous bytes before marker 0xd9"),
      let stray = words.dropLast(5).last.flatMap({ Int($0) }),
      stray <= segments.padding
    else { throw .damaged(.jpeg, reason: reason) }
    return picture
  }
}

private func lastReason(_ codec: tjhandle?) -> String { String(cString: tjGetErrorStr2(codec)) }
