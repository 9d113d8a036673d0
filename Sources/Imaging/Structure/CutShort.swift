extension ImageType {
  /// Whether the end of a file is missing, as far as its structure shows: of PNG, JPEG, GIF and WebP, the types that
  /// servers of photos send. Only this catches a server that announces fewer bytes than it has, or that announces none and
  /// breaks off.
  package func isCutShort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let file = FileBytes(bytes)
    return switch self {
    case .png: Self.lacksLastChunk(bytes)
    case .jpeg: Self.lacksEndMarker(bytes)
    case .webp: file.littleEndian(at: 4, 4).map { !file.has(8, $0) } ?? true
    case .gif: Self.lacksTrailer(file)
    default: false
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

  /// ITU T.81, annex B: segments of a marker and a length, up to the pixels, in which only the end marker is FF D9. The
  /// segments before may hold a small preview with an end marker of its own.
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
    // This runs on the transport's thread, so it is a plain loop whose time does not depend on the bytes.
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

  /// GIF89a, sections 18 to 27: a screen's description, and blocks of parts that each begin with their length, the last of
  /// them empty; then a trailer.
  private static func lacksTrailer(_ file: FileBytes) -> Bool {
    /// Bytes of the colour table, if the flags announce one.
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
      // Some programs write one between two blocks.
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
}
