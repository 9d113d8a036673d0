extension ImageType {
  /// Returns whether the end of a file is missing, judged by its structure.
  ///
  /// The check covers PNG, JPEG, GIF and WebP, the types that photo servers send. No other check detects a server
  /// that announces fewer bytes than the file has, or one that announces no length and disconnects early.
  package func isCutShort(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let file = FileBytes(bytes)
    return switch self {
    // An end marker before the first scan of a JPEG may belong to an embedded preview.
    case .jpeg: !JPEGSegments(bytes).hasEnd && Self.lacksPixels(bytes)
    case .png: file.chunk("IEND") == nil && Self.lacksPixels(bytes)
    case .webp: file.littleEndian(at: 4, 4).map { !file.has(8, $0) } ?? true
    case .gif: Self.lacksTrailer(file)
    default: false
    }
  }

  /// Returns whether pixels are missing from a file that has no end marker. In its place, some cameras write other
  /// bytes, and some programs write nothing.
  private static func lacksPixels(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do throws(ImagingError) {
      // All pixels are decoded even for the smallest size, which takes the least memory.
      _ = try decode(bytes, size: Box(square: 1).fitted)
      return false
    } catch {
      return true
    }
  }

  /// Returns whether the trailer of a GIF is missing (GIF89a, sections 18 to 27).
  ///
  /// A GIF is a screen descriptor, then blocks, then the trailer. Blocks consist of length-prefixed parts and end
  /// with an empty one.
  private static func lacksTrailer(_ file: FileBytes) -> Bool {
    /// Returns the size of the colour table in bytes, or 0 if the flags announce none.
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
      // Some programs write an extra terminator between two blocks.
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
