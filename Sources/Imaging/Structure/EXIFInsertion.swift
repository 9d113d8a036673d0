import CDeflate

/// Puts EXIF into a PNG or JPEG while it is written.
///
/// In a PNG it is a chunk right behind the header (PNG, third edition, 11.3.3.6), in a JPEG a segment right behind the first
/// marker (EXIF 2.32, 4.5.4).
struct EXIFInsertion {
  private let insertion: [UInt8]
  /// How many bytes stand before it.
  private var left: Int

  /// - Parameter tiff: at most 65,000 bytes.
  init(_ tiff: [UInt8], into format: PictureFormat) {
    func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    switch format {
    case .png:
      // Signature, and the header's chunk.
      left = 8 + 25
      let chunk = Array("eXIf".utf8) + tiff
      let checksum = Int(libdeflate_crc32(0, chunk, chunk.count))
      insertion = bigEndian(tiff.count, 4) + chunk + bigEndian(checksum, 4)
    case .jpeg:
      left = 2
      let content = Array("Exif".utf8) + [0, 0] + tiff
      insertion = [0xFF, 0xE1] + bigEndian(content.count + 2, 2) + content
    }
  }

  /// Passes on the next bytes of the file, with the insertion in its place.
  mutating func pass(
    _ bytes: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard left > 0 else { return try sink(bytes) }
    let before = min(left, bytes.count)
    try sink(UnsafeRawBufferPointer(rebasing: bytes[..<before]))
    left -= before
    if left == 0 { try insertion.withUnsafeBytes(sink) }
    if before < bytes.count { try sink(UnsafeRawBufferPointer(rebasing: bytes[before...])) }
  }
}
