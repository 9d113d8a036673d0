import CTurboJPEG

/// The kind of JPEG file to write.
public enum JPEGKind: Sendable {
  /// A colour JPEG that is decoded from top to bottom.
  case baseline
  /// A colour JPEG that is decoded from coarse to fine.
  case progressive
  /// A greyscale JPEG that is decoded from top to bottom.
  case grey
}

/// Encodes a picture as JPEG in memory. See the other `encodeJPEG`.
public func encodeJPEG(
  _ picture: Picture, quality: Int = PictureFormat.defaultQuality, kind: JPEGKind = .baseline
) throws(ImagingError) -> [UInt8] {
  try wholeFile(.jpeg) { sink in try encodeJPEG(picture, quality: quality, kind: kind, to: sink) }
}

/// Writes a picture as JPEG with its colour profile. JPEG has no alpha, so transparent pixels are blended with white.
///
/// - Parameters:
///   - quality: The quality, from 1 (worst) to 100 (best). Other values are clamped. From 90 on, colours keep their
///     full resolution. Below 90, their resolution is halved in both directions (4:2:0), as in cameras.
///   - sink: Receives the file in two pieces on the caller's thread once it is complete. Its errors are rethrown.
/// - Throws: `ImagingError`, and any error from `sink`.
public func encodeJPEG(
  _ picture: Picture, quality: Int = PictureFormat.defaultQuality, kind: JPEGKind = .baseline,
  to sink: (UnsafeRawBufferPointer) throws -> Void
) throws {
  guard let codec = tjInitCompress() else {
    throw ImagingError.notEncoded(.jpeg, reason: String(cString: tjGetErrorStr2(nil)))
  }
  defer { tjDestroy(codec) }
  var file: UnsafeMutablePointer<UInt8>?
  var count: UInt = 0
  defer { tjFree(file) }

  let sampling = kind == .grey ? TJSAMP_GRAY : quality < 90 ? TJSAMP_420 : TJSAMP_444
  let eightBit = try picture.with8Bits()
  let opaque = eightBit.isOpaque ? eightBit : try eightBit.laidOnWhite()
  let status = opaque.withUnsafeBytes { bytes in
    tjCompress2(
      codec, bytes.bindMemory(to: UInt8.self).baseAddress, Int32(clamping: opaque.width),
      Int32(clamping: opaque.bytesPerRow),
      Int32(clamping: opaque.height), Int32((opaque.format == .rgb ? TJPF_RGB : TJPF_RGBX).rawValue), &file,
      &count,
      Int32(sampling.rawValue), Int32(min(max(quality, 1), 100)),
      kind == .progressive ? TJFLAG_PROGRESSIVE : 0)
  }
  guard status == 0, let file else {
    throw ImagingError.notEncoded(.jpeg, reason: String(cString: tjGetErrorStr2(codec)))
  }
  let bytes = UnsafeRawBufferPointer(start: file, count: Int(count))
  // The EXIF segment goes right after the first marker (EXIF 2.32, 4.5.4). A profile goes after the JFIF segment,
  // which is the first one in the encoder's output.
  let place = 4 + (Int(bytes[4]) << 8 | Int(bytes[5]))
  let exif = picture.exif.map { segment(0xE1, Array("Exif".utf8) + [0, 0] + $0) } ?? []
  let profile = kind == .grey ? nil : picture.colourSpace?.profileBytes
  try (bytes[..<2] + exif + bytes[2..<place] + segments(of: profile ?? [])).withUnsafeBytes(sink)
  try sink(UnsafeRawBufferPointer(rebasing: bytes[place...]))
}

/// Splits a profile into several segments, because a segment holds at most 65,535 bytes (ICC.1:2022, annex B.4).
/// Returns no bytes if more than 255 segments would be needed, because their numbers are single bytes.
private func segments(of profile: [UInt8]) -> [UInt8] {
  let longest = 65_519
  let count = (profile.count + longest - 1) / longest
  guard count <= 255 else { return [] }
  return (0..<count).flatMap { index in
    let part = profile[(index * longest)..<min((index + 1) * longest, profile.count)]
    return segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(count)] + part)
  }
}

private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
  [0xFF, marker] + bigEndian(content.count + 2, 2) + content
}

extension Picture {
  /// Returns an RGB picture, blended with white.
  func laidOnWhite() throws(ImagingError) -> Picture {
    var result = try Picture(uninitialised: size, format: .rgb, pool: nil)
    withUnsafeBytes { from in
      result.withUnsafeMutableBytes { to in
        for pixel in 0..<pixelCount {
          let alpha = Int(from[pixel * 4 + 3])
          for channel in 0..<3 {
            let value = Int(from[pixel * 4 + channel])
            to[pixel * 3 + channel] = UInt8((value * alpha + 255 * (255 - alpha) + 127) / 255)
          }
        }
      }
    }
    return result
  }
}
