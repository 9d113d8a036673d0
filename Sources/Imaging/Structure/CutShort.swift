extension ImageType {
  /// Whether the end of a file is missing, as far as its structure shows: of PNG, JPEG, GIF and WebP, the types that
  /// servers of photos send. Only this catches a server that announces fewer bytes than it has, or that announces none and
  /// breaks off.
  package func isCutShort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let file = FileBytes(bytes)
    return switch self {
    case .png: file.chunk("IEND") == nil
    case .jpeg: Self.lacksEndMarker(bytes)
    case .webp: file.littleEndian(at: 4, 4).map { !file.has(8, $0) } ?? true
    case .gif: Self.lacksTrailer(file)
    default: false
    }
  }

  /// ITU T.81, annex B: segments of a marker and a length, up to the pixels, in which only the end marker is FF D9. The
  /// segments before may hold a small preview with an end marker of its own.
  private static func lacksEndMarker(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let file = FileBytes(bytes)
    var place = 2
    while let length = file.bigEndian(at: place + 2, 2), bytes[place] == 0xFF {
      switch bytes[place + 1] {
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD7: place += 2
      case 0xDA: return !hasEndMarker(UnsafeRawBufferPointer(rebasing: bytes[place...]))
      default: place += 2 + length
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
