/// The part of a photo's EXIF that is kept in the new file: how, when and with which equipment it was taken.
///
/// Only the tags listed here are kept. These are left out:
/// - the orientation, because the new picture is upright
/// - sizes and the preview, because they describe the original picture
/// - serial numbers and the name of the camera's owner
/// - maker notes, because their format is undocumented and they may reveal where a photo was taken
public enum KeptEXIF: Sendable {
  /// Keeps everything except the position.
  case withoutPosition
  /// Keeps everything including the position, which is in the GPS directory.
  case withPosition

  /// Tags about the picture as a whole (EXIF 2.32, 4.6.4).
  private static let main: Set = [0x010E, 0x010F, 0x0110, 0x0131, 0x0132, 0x013B, 0x8298]
  /// The tags for version, times, exposure, lens and camera settings (EXIF 2.32, 4.6.5).
  private static let shot: Set<Int> = Set([0x829A, 0x829D, 0x8822, 0x8827, 0x8830, 0x8831, 0x8832])
    .union([0x9000, 0x9003, 0x9004]).union(0x9010...0x9012).union(0x9201...0x920A).union(0x9290...0x9292)
    .union(0xA402...0xA40A).union([0xA40C]).union(0xA432...0xA434)
  /// Tags of the GPS directory (EXIF 2.32, 4.6.6).
  private static let position = Set(0...0x1F)

  private static let (pointerToShot, pointerToPosition) = (0x8769, 0x8825)
  /// The maximum size in bytes. A JPEG segment holds at most 65,533 bytes, six of which are the EXIF identifier.
  private static let most = 65_000

  /// Returns the kept part as a TIFF file in the original's byte order, or nil if nothing is kept.
  /// - Parameter bytes: The original TIFF data, starting with its byte order mark.
  func tiff(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let source = TIFFReader(bytes) else { return nil }
    let kept = source.entries(Self.main, at: source.first)
    let shot = source.entries(Self.shot, at: source.number(Self.pointerToShot, at: source.first))
    let position =
      self == .withPosition
      ? source.entries(Self.position, at: source.number(Self.pointerToPosition, at: source.first)) : []
    if kept.isEmpty, shot.isEmpty, position.isEmpty { return nil }
    var writer = TIFFWriter(isLittleEndian: source.isLittleEndian)
    writer.add(kept, pointers: [(Self.pointerToShot, shot), (Self.pointerToPosition, position)])
    return writer.bytes.count <= Self.most ? writer.bytes : nil
  }
}

extension KeptEXIF {
  /// Returns the kept part of a photo file's EXIF, or nil if it has none or nothing is kept.
  func tiff(ofFile bytes: UnsafeRawBufferPointer) -> [UInt8]? { Self.exif(ofFile: bytes).flatMap(tiff(of:)) }

  /// Returns the TIFF data in a photo file, starting with its byte order mark.
  static func exif(ofFile bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    switch try? ImageType(of: bytes) {
    case .jpeg: JPEGSegments(bytes).exif
    case .png: PNGChunks.exif(in: bytes)
    default: nil
    }
  }
}
