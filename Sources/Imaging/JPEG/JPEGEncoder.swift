import CTurboJPEG

/// How a JPEG file holds its picture.
public enum JPEGKind: Sendable {
  /// From top to bottom, in colour.
  case baseline
  /// From coarse to fine, in colour.
  case progressive
  /// From top to bottom, brightness alone.
  case grey
}

/// Writes a picture as JPEG into memory; see the other `encodeJPEG`.
public func encodeJPEG(
  _ picture: Picture, quality: Int = 85, kind: JPEGKind = .baseline
) throws(ImagingError) -> [UInt8] {
  try wholeFile(.jpeg) { sink in try encodeJPEG(picture, quality: quality, kind: kind, to: sink) }
}

/// Writes a picture as JPEG, with its colour profile. JPEG has no alpha: transparent pixels are blended with white.
///
/// - Parameters:
///   - quality: 1 (worst) to 100 (best), and clamped to that. From 90 on colours keep their full
///     resolution; below it they have half of it each way (4:2:0), as cameras do.
///   - sink: takes the file's bytes once all are there, in up to three pieces, on the caller's thread. What it throws is
///     thrown on.
/// - Throws: `ImagingError`, and what `sink` throws.
public func encodeJPEG(
  _ picture: Picture, quality: Int = 85, kind: JPEGKind = .baseline,
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
  guard kind != .grey, let profile = picture.colourSpace?.profileBytes, profile.count <= 255 * 65_519
  else { return try sink(bytes) }
  // Behind JFIF's own segment, which is the first.
  let place = 4 + (Int(bytes[4]) << 8 | Int(bytes[5]))
  try sink(UnsafeRawBufferPointer(rebasing: bytes[..<place]))
  try segments(of: profile).withUnsafeBytes(sink)
  try sink(UnsafeRawBufferPointer(rebasing: bytes[place...]))
}

/// A profile in parts, as no segment is longer than 65,535 bytes (ICC.1:2022, annex B.4).
private func segments(of profile: [UInt8]) -> [UInt8] {
  let longest = 65_519
  let count = (profile.count + longest - 1) / longest
  var segments: [UInt8] = []
  for index in 0..<count {
    let part = profile[(index * longest)..<min((index + 1) * longest, profile.count)]
    let length = part.count + 16
    segments += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)]
    segments += Array("ICC_PROFILE\0".utf8)
    segments += [UInt8(index + 1), UInt8(count)]
    segments += part
  }
  return segments
}

extension Picture {
  /// RGB, blended with white.
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
