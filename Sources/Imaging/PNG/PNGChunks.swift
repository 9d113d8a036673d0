import CDeflate
import CZlib

/// The parts of a PNG file other than the pixels (ISO/IEC 15948, 5.2 and 5.3). A file is a signature followed by
/// chunks, and each chunk is a length, a name, content and a checksum.
enum PNGChunks {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let end = chunk("IEND", [])

  /// Returns the file up to the pixels.
  /// - Parameter exif: The EXIF data as a TIFF file.
  static func head(_ layout: PNGLayout, _ colourSpace: ColourSpace?, exif: [UInt8]?) -> [UInt8] {
    signature + header(layout) + (exif.map { chunk("eXIf", $0) } ?? []) + colours(colourSpace)
  }

  /// Returns the TIFF data of the EXIF chunk, starting with its byte order mark.
  ///
  /// Like Pillow (run with 13.0), this accepts a chunk after the pixels, and data that starts with the identifier of
  /// JPEG's EXIF segment.
  static func exif(in file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let content = FileBytes(file).chunk("eXIf") else { return nil }
    let exif = UnsafeRawBufferPointer(rebasing: file[content])
    let named = UnsafeRawBufferPointer(rebasing: file[content.lowerBound - 4..<content.upperBound])
    let sum = Int(libdeflate_crc32(0, named.baseAddress, named.count))
    guard FileBytes(file).bigEndian(at: content.upperBound, 4) == sum else { return nil }
    let identifier = Array("Exif\0\0".utf8)
    return exif.starts(with: identifier)
      ? UnsafeRawBufferPointer(rebasing: exif.dropFirst(identifier.count)) : exif
  }

  private static func header(_ layout: PNGLayout) -> [UInt8] {
    // Bits per channel, colour type, and three zeros: deflate, standard filters, no interlacing.
    let kind: [UInt8] = [layout.format.is16Bit ? 16 : 8, layout.hasAlpha ? 6 : 2, 0, 0, 0]
    return chunk("IHDR", bigEndian(layout.size.width, 4) + bigEndian(layout.size.height, 4) + kind)
  }

  /// Returns the chunks for a colour space. Damaged or missing values are left out. They come from an untrusted file
  /// and shouldn't prevent the picture from being written.
  private static func colours(_ colourSpace: ColourSpace?) -> [UInt8] {
    switch colourSpace {
    case nil: return []
    case .profile(let profile):
      guard ICCProfile(profile) != nil, let compressed = deflated(profile) else { return [] }
      return chunk("iCCP", Array("ICC profile".utf8) + [0, 0] + compressed)
    case .sRGB(let intent): return (0...3).contains(intent) ? chunk("sRGB", [UInt8(intent)]) : []
    case .measured(let gamma, let chromaticities):
      let most = Int(Int32.max)
      let points = chromaticities ?? []
      let hasPoints = points.count == 8 && points.allSatisfy { (0...most).contains($0) }
      return (gamma.map { (1...most).contains($0) ? chunk("gAMA", bigEndian($0, 4)) : [] } ?? [])
        + (hasPoints ? chunk("cHRM", points.flatMap { bigEndian($0, 4) }) : [])
    }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bigEndian(content.count, 4) + named + bigEndian(Int(libdeflate_crc32(0, named, named.count)), 4)
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(UInt(bytes.count))
    var compressed = [UInt8](repeating: 0, count: Int(count))
    guard compress(&compressed, &count, bytes, UInt(bytes.count)) == Z_OK else { return nil }
    return Array(compressed.prefix(Int(count)))
  }
}

/// Returns a number as `size` bytes, most significant byte first.
func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
  (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
