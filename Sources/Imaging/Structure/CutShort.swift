import Foundation

extension ImageType {
  /// Whether the end of a file of this type is missing, as far as its structure shows it. A server that announces fewer
  /// bytes than it has passes off a part as the whole, and so does one that announces none and breaks off: nothing else
  /// shows it.
  package func isCutShort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let file = FileBytes(bytes)
    return switch self {
    case .png: Self.lacksLastChunk(bytes)
    case .jpeg: Self.lacksEndMarker(bytes)
    case .webp: file.littleEndian(at: 4, 4).map { !file.has(8, $0) } ?? true
    case .gif: Self.lacksTrailer(file)
    case .bmp: Self.lacksPixels(file)
    case .tiff: TIFFDirectories(file).areIncomplete
    case .ico: Self.lacksIcons(file)
    case .heic, .avif: Self.lacksBoxes(file, ["meta", "moov"])
    case .jpegXL: file.startsWithBox && Self.lacksBoxes(file, ["jxlc", "jxlp"])
    case .jpeg2000: file.startsWithBox ? Self.lacksBoxes(file, ["jp2c"]) : Self.lacksEndOfCodestream(bytes)
    case .svg: Self.lacksEndTag(bytes)
    // The lengths of its layers stand in many places, and none of them is that of the whole.
    case .psd: false
    }
  }

  /// PNG (W3C), section 5: chunks of a length, a name, content and a checksum; the last is IEND.
  private static func lacksLastChunk(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 8
    while bytes.count - place >= 12 {
      if number(bytes, at: place + 4) == 0x4945_4E44 { return false }
      place += 12 + Int(number(bytes, at: place))
    }
    return true
  }

  /// ITU T.81, annex B: segments of a marker and a length up to the pixels, in which FF is never followed by D9 but in
  /// the end marker. The segments before may hold a small picture with an end of its own.
  private static func lacksEndMarker(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 2
    while bytes.count - place >= 4, bytes[place] == 0xFF {
      switch bytes[place + 1] {
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD7: place += 2
      case 0xDA: return !hasEndMarker(UnsafeRawBufferPointer(rebasing: bytes[place...]))
      default: place += 2 + Int(number(bytes, at: place) & 0xFFFF)
      }
    }
    return true
  }

  private static func hasEndMarker(_ pixels: UnsafeRawBufferPointer) -> Bool {
    // Nearly always it is the last.
    if pixels.suffix(2).elementsEqual([0xFF, 0xD9]) { return true }
    // A plain loop, as its time does not depend on the bytes: this runs on the transport's thread.
    var last: UInt8 = 0
    for byte in pixels {
      if byte == 0xD9, last == 0xFF { return true }
      last = byte
    }
    return false
  }

  /// Four bytes, the most significant first.
  private static func number(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self).bigEndian
  }

  /// GIF89a, sections 18 to 27: a screen's description, and blocks of parts that each begin with their length, an empty
  /// one last; then a trailer.
  private static func lacksTrailer(_ file: FileBytes) -> Bool {
    /// Of a table of colours, if the flags announce one.
    func table(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }
    guard let flags = file.byte(at: 10) else { return true }
    var place = 13 + table(flags)
    while let block = file.byte(at: place) {
      switch block {
      case 0x3B: return false
      case 0x21: place += 2
      case 0x2C:
        guard let flags = file.byte(at: place + 9) else { return true }
        place += 11 + table(flags)
      // Nothing, between two blocks: so some programs write it.
      case 0:
        place += 1
        continue
      default: return true
      }
      while let part = file.byte(at: place), part > 0 { place += 1 + part }
      place += 1
    }
    return true
  }

  /// Microsoft's BITMAPINFOHEADER, and the BITMAPCOREHEADER before it: rows of whole 32-bit words. The length that the
  /// file's own header gives is often a wrong one, and is asked for only where the pixels are compressed.
  private static func lacksPixels(_ file: FileBytes) -> Bool {
    guard let start = file.littleEndian(at: 10, 4), let header = file.littleEndian(at: 14, 4) else {
      return true
    }
    let isOld = header == 12
    let side = isOld ? 2 : 4
    guard let width = file.littleEndian(at: 18, side), let height = file.littleEndian(at: 18 + side, side),
      let depth = file.littleEndian(at: isOld ? 24 : 28, 2),
      let compression = isOld ? 0 : file.littleEndian(at: 30, 4), let length = file.littleEndian(at: 2, 4)
    else { return true }
    guard [0, 3, 6].contains(compression) else { return !file.has(0, length) }
    // A height below zero means that the first row is the uppermost.
    let rows = isOld ? height : Int(Int32(truncatingIfNeeded: height).magnitude)
    let row = (width * depth + 31) / 32 * 4
    let (pixels, isTooMuch) = row.multipliedReportingOverflow(by: rows)
    return isTooMuch || !file.has(start, pixels)
  }

  /// Windows' icons: a directory of pictures, each with its length and place.
  private static func lacksIcons(_ file: FileBytes) -> Bool {
    guard let count = file.littleEndian(at: 4, 2) else { return true }
    return (0..<count).contains { number in
      guard let length = file.littleEndian(at: 14 + 16 * number, 4),
        let place = file.littleEndian(at: 18 + 16 * number, 4)
      else { return true }
      return !file.has(place, length)
    }
  }

  /// ISO/IEC 14496-12, section 4.2: boxes of a length and a name, the last one maybe of no known length; what is shown
  /// is described in one of those named, and is in one called “mdat”, or “idat” inside of the other.
  ///
  /// Only so many boxes are looked at, and into so many of those named: real files have some dozen and one, and this runs
  /// on the transport's thread, which a file of tiny boxes would hold up.
  private static func lacksBoxes(_ file: FileBytes, _ names: Set<String>) -> Bool {
    var (place, found, hasData) = (0, false, !names.contains("meta"))
    var (boxes, looks) = (0, 0)
    while boxes < 4096, let short = file.bigEndian(at: place, 4), let name = file.name(at: place + 4) {
      guard
        let length = short == 1 ? file.bigEndian(at: place + 8, 8) : short == 0 ? file.count - place : short,
        length >= 8, file.has(place, length)
      else { return !found || !hasData || name == "mdat" }
      boxes += 1
      if names.contains(name) {
        found = true
        looks += 1
        hasData = hasData || looks <= 16 && file.holds("idat", from: place, min(length, 1 << 16))
      }
      hasData = hasData || name == "mdat"
      place += length
    }
    // What follows and is no box is nothing that is shown.
    return !found || !hasData
  }

  /// ITU T.800, annex A: the codestream's last marker.
  private static func lacksEndOfCodestream(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let end = bytes.lastIndex { $0 != 0 } ?? 0
    return end < 1 || bytes[end - 1] != 0xFF || bytes[end] != 0xD9
  }

  /// SVG 2, section 5.1: everything is inside of one element, whose end tag little may follow.
  private static func lacksEndTag(_ bytes: UnsafeRawBufferPointer) -> Bool {
    String(decoding: bytes.suffix(4096), as: UTF8.self)
      .range(of: #"</([\w.-]+:)?svg\s*>"#, options: [.regularExpression, .caseInsensitive]) == nil
  }
}
