extension ImageType {
  /// Whether the end of a file is missing, as far as its structure shows: of PNG, JPEG, GIF and WebP, the types that
  /// servers of photos send. Only this catches a server that announces fewer bytes than it has, or that announces none and
  /// breaks off.
  package func isCutShort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let file = FileBytes(bytes)
    return switch self {
    case .png: file.chunk("IEND") == nil
    case .jpeg: Self.isCutShortJPEG(bytes)
    case .webp: file.littleEndian(at: 4, 4).map { !file.has(8, $0) } ?? true
    case .gif: Self.lacksTrailer(file)
    default: false
    }
  }

  /// Whether some pixels are missing. The segments before the pixels may hold a small preview with its own end marker.
  /// Without the file's, the pixels have to be decoded: some cameras write other bytes instead.
  private static func isCutShortJPEG(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if JPEGSegments(bytes).hasEnd { return false }
    do throws(ImagingError) {
      let file = try JPEGFile(bytes, limits: DecodeLimits())
      try file.beginRows()
      var row = try Picture(
        uninitialised: file.size.shrunk(toWidth: file.size.width, height: 1), format: file.format, pool: nil)
      for _ in 0..<file.size.height { try file.read(into: &row) }
      return false
    } catch {
      return true
    }
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
