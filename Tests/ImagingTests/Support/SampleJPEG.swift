import CTurboJPEG

@testable import Imaging

/// JPEGs that `encodeJPEG` doesn't create, encoded with TurboJPEG, and segments added by hand.
enum SampleJPEG {
  /// - Parameter layout: The layout of `pixels`, with one, three or four bytes per pixel.
  static func make(
    _ pixels: [UInt8], width: Int, height: Int, layout: TJPF, sampling: TJSAMP = TJSAMP_444, flags: Int32 = 0
  ) throws -> [UInt8] {
    struct Failure: Error { let reason: String }
    let codec = tjInitCompress()
    defer { tjDestroy(codec) }
    var file: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(file) }
    let status = tjCompress2(
      codec, pixels, Int32(width), 0, Int32(height), Int32(layout.rawValue), &file, &count,
      Int32(sampling.rawValue), 95, flags)
    guard status == 0 else { throw Failure(reason: String(cString: tjGetErrorStr2(codec))) }
    return Array(UnsafeBufferPointer(start: file, count: Int(count)))
  }

  /// - Parameter flags: `TJFLAG_PROGRESSIVE` or 0.
  static func make(_ picture: Picture, _ sampling: TJSAMP = TJSAMP_420, flags: Int32 = 0) throws -> [UInt8] {
    try make(
      picture.bytes, width: picture.width, height: picture.height, layout: TJPF_RGB, sampling: sampling,
      flags: flags)
  }

  /// Returns a CMYK JPEG of 16 by 16 pixels with the same inks.
  static func make(inks: [UInt8]) throws -> [UInt8] {
    try make(Array(repeatElement(inks, count: 256).joined()), width: 16, height: 16, layout: TJPF_CMYK)
  }

  /// Decodes a file to RGB with TurboJPEG at one of its reduced sizes. Returns the pixels and any warning.
  static func decoded(_ file: [UInt8], width: Int, height: Int) -> (pixels: [UInt8], warning: String?) {
    let codec = tjInitDecompress()
    defer { tjDestroy(codec) }
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    let status = tjDecompress2(
      codec, file, UInt(file.count), &pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue),
      TJFLAG_ACCURATEDCT)
    return (pixels, status == 0 ? nil : String(cString: tjGetErrorStr2(codec)))
  }

  /// Returns the file with a segment added after its first marker.
  static func adding(_ marker: UInt8, _ content: [UInt8], to file: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return file[..<2] + [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content + file[2...]
  }

  static func adding(_ orientation: Int, to file: [UInt8], littleEndian: Bool = true) -> [UInt8] {
    adding(exif: exif(orientation, littleEndian: littleEndian), to: file)
  }

  static func adding(exif: [UInt8], to file: [UInt8]) -> [UInt8] {
    adding(0xE1, Array("Exif\0\0".utf8) + exif, to: file)
  }

  /// Returns EXIF with a directory of two entries, the second of which is the orientation.
  static func exif(_ orientation: Int, littleEndian: Bool = true) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      HandMadePNG.number(value, size, littleEndian: littleEndian)
    }
    return Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
      + number(0x010F, 2) + number(2, 2) + number(1, 4) + [65, 0, 0, 0]
      + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0] + number(0, 4)
  }

  /// Returns EXIF with three directories. The main one points to the EXIF directory, which has a colour space and
  /// points to the interoperability directory, which has an index.
  static func exif(colourSpace: Int, index: String? = nil, littleEndian: Bool = true) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      HandMadePNG.number(value, size, littleEndian: littleEndian)
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value
        + Array(repeating: 0, count: 4 - value.count)
    }
    let start = Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
    let main = number(1, 2) + entry(0x8769, 4, 1, number(26, 4)) + number(0, 4)
    var own = entry(0xA001, 3, 1, number(colourSpace, 2))
    guard let index else { return start + main + number(1, 2) + own + number(0, 4) }
    own += entry(0xA005, 4, 1, number(26 + 2 + 24 + 4, 4))
    let third = number(1, 2) + entry(1, 2, 4, Array(index.utf8) + [0]) + number(0, 4)
    return start + main + number(2, 2) + own + number(0, 4) + third
  }

  /// Returns the indices of a marker.
  static func places(of marker: UInt8, in file: [UInt8]) -> [Int] {
    file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == marker }
  }

  /// Returns the file without its segments of one kind.
  static func removing(_ marker: UInt8, from file: [UInt8]) -> [UInt8] {
    var file = file
    var start = 2
    while start + 4 <= file.count, file[start] == 0xFF, file[start + 1] != 0xDA {
      let end = start + 2 + Int(file[start + 2]) << 8 + Int(file[start + 3])
      if file[start + 1] == marker { file.removeSubrange(start..<end) } else { start = end }
    }
    return file
  }
}
