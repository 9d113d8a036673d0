/// The part of its original's EXIF that a file keeps: how, when and with what it was taken.
///
/// Only tags that are listed here are kept. Left out are the orientation, as the new picture is upright; sizes and the
/// small preview, as they are of another picture; serial numbers and names of the camera's owner; and the maker's own
/// notes, which nobody can read, and which may say where a photo was taken.
public enum KeptEXIF: Sendable, Codable {
  /// Where it was taken stays out.
  case withoutPosition
  /// With the directory of the position (GPS).
  case withPosition

  /// EXIF 2.32, 4.6.4: about the picture as a whole.
  private static let main: Set = [0x010E, 0x010F, 0x0110, 0x0131, 0x0132, 0x013B, 0x8298]
  /// EXIF 2.32, 4.6.5: version, times, exposure, lens, and what the camera was set to.
  private static let shot: Set<Int> = Set([0x829A, 0x829D, 0x8822, 0x8827, 0x8830, 0x8831, 0x8832])
    .union([0x9000, 0x9003, 0x9004]).union(0x9010...0x9012).union(0x9201...0x920A).union(0x9290...0x9292)
    .union(0xA402...0xA40A).union([0xA40C]).union(0xA432...0xA434)
  /// EXIF 2.32, 4.6.6.
  private static let position = Set(0...0x1F)

  private static let (pointerToShot, pointerToPosition) = (0x8769, 0x8825)
  /// A JPEG's segment has no room for more (65,533 bytes), and EXIF's mark takes six.
  private static let most = 65_000

  /// The TIFF file of what is kept, in the byte order of the original; nil where nothing is.
  /// - Parameter bytes: the original's, from its byte order on.
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
  /// What is kept of a photo's file; nil where that has none, or nothing of it is kept.
  func tiff(ofFile bytes: UnsafeRawBufferPointer) -> [UInt8]? { Self.exif(ofFile: bytes).flatMap(tiff(of:)) }

  /// The TIFF file in a photo's file, from its byte order on.
  static func exif(ofFile bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    switch try? ImageType(of: bytes) {
    case .jpeg: JPEGSegments(bytes).exif
    case .png: FileBytes(bytes).chunk("eXIf").map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
    default: nil
    }
  }
}
