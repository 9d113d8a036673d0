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

/// Writes a picture as JPEG, with its colour profile. JPEG knows no alpha: what is transparent is laid on white.
///
/// - Parameter quality: 1 (worst) to 100 (best), and clamped to that. From 90 on colours keep their full
///   resolution; below it they have half of it each way (4:2:0), as cameras do.
public func encodeJPEG(
  _ picture: Picture, quality: Int = 85, kind: JPEGKind = .baseline
) throws(ImagingError) -> [UInt8] {
  guard let codec = tjInitCompress() else {
    throw .notEncoded(.jpeg, reason: String(cString: tjGetErrorStr2(nil)))
  }
  defer { tjDestroy(codec) }
  var file: UnsafeMutablePointer<UInt8>?
  var count: UInt = 0
  defer { tjFree(file) }

  let sampling = kind == .grey ? TJSAMP_GRAY : quality < 90 ? TJSAMP_420 : TJSAMP_444
  let eightBit = try picture.with8Bits()
  let opaque = eightBit.isOpaque ? eightBit : eightBit.laidOnWhite()
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
    throw .notEncoded(.jpeg, reason: String(cString: tjGetErrorStr2(codec)))
  }
  var bytes = Array(UnsafeBufferPointer(start: file, count: Int(count)))
  if kind != .grey, let profile = picture.colourSpace?.profileBytes, profile.count <= 255 * 65_519 {
    // Behind JFIF's own segment, which is the first.
    let place = 4 + (Int(bytes[4]) << 8 | Int(bytes[5]))
    bytes.insert(contentsOf: segments(of: profile), at: place)
  }
  return bytes
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
  /// RGB, as it looks in front of white.
  func laidOnWhite() -> Picture {
    var result = Picture(width: width, height: height, format: .rgb)
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
