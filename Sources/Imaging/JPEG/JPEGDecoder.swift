import CTurboJPEG

func decodeJPEG(
  _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, pool: PixelPool?
) throws(ImagingError) -> Picture {
  let decoder = try JPEGDecoder(bytes)
  try limits.check(width: decoder.width, height: decoder.height)
  guard decoder.segments.scans <= limits.maxScans else {
    throw .damaged(
      .jpeg, reason: "its \(decoder.segments.scans) scans are more than the limit of \(limits.maxScans)")
  }
  var picture: Picture
  if decoder.isCMYK {
    // TurboJPEG does not turn CMYK into RGB; four channels fit where RGBA would be.
    let inks = try decoder.read(as: .rgba, layout: TJPF_CMYK, pool: pool)
    picture = try inks.printed(inverted: decoder.segments.isAdobe, pool: pool)
  } else {
    picture = try decoder.read(as: .rgb, layout: TJPF_RGB, pool: pool)
  }
  picture.colourSpace = decoder.segments.profile.flatMap { ColourSpace(profile: $0) }
  try picture.apply(decoder.segments.orientation, pool: pool)
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
  let segments: JPEGSegments
  private let bytes: UnsafeRawBufferPointer
  private let codec: tjhandle

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
    segments = JPEGSegments(bytes)
  }

  deinit { tjDestroy(codec) }

  func read(as format: PixelFormat, layout: TJPF, pool: PixelPool?) throws(ImagingError) -> Picture {
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

extension Picture {
  /// RGB of CMYK (one byte an ink, in RGBA's place): light is what the ink and the black let through, no
  /// profile.
  ///
  /// - Parameter inverted: 0 is full ink, as in every file with Adobe's marker.
  fileprivate func printed(inverted: Bool, pool: PixelPool?) throws(ImagingError) -> Picture {
    guard var result = Picture(uninitialisedWidth: width, height: height, format: .rgb, pool: pool) else {
      throw .outOfMemory(width: width, height: height)
    }
    let flip: UInt8 = inverted ? 0 : 255
    withUnsafeBytes { inks in
      result.withUnsafeMutableBytes { light in
        for pixel in 0..<pixelCount {
          let black = UInt32(inks[pixel * 4 + 3] ^ flip)
          for channel in 0..<3 {
            let ink = UInt32(inks[pixel * 4 + channel] ^ flip)
            light[pixel * 3 + channel] = UInt8((ink * black + 127) / 255)
          }
        }
      }
    }
    return result
  }
}
