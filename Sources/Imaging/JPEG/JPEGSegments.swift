import Foundation

/// The parts of a JPEG that libjpeg does not report (ITU T.81, annex B), found in one walk over its markers.
///
/// The codec judges whether the file is sound; this stops quietly where it no longer makes sense. Like the codec, it passes
/// over bytes between segments.
struct JPEGSegments {
  private(set) var orientation = Orientation.upright
  /// EXIF's; a profile takes precedence.
  private(set) var colourSpace: ColourSpace?
  /// The bytes of EXIF's TIFF file, which are the file's own.
  private(set) var exif: UnsafeRawBufferPointer?
  private(set) var scans = 0
  /// Whether the end marker follows a scan.
  private(set) var hasEnd = false
  /// The ICC profile (ICC.1:2022, annex B.4), if it is there as a whole.
  var profile: [UInt8]? {
    guard let count = profileParts.first?.count, profileParts.count == count else { return nil }
    let parts = profileParts.sorted { $0.number < $1.number }
    guard parts.enumerated().allSatisfy({ $1.number == $0 + 1 && $1.count == count }) else { return nil }
    return parts.flatMap(\.content)
  }

  /// The parts of the profile, each with its number and how many there are.
  private var profileParts: [(number: Int, count: Int, content: [UInt8])] = []

  init(_ bytes: UnsafeRawBufferPointer) {
    var position = 2
    while let marker = Self.nextMarker(in: bytes, from: &position) {
      switch marker {
      case 0x01, 0xD0...0xD7: continue  // no length follows
      case 0xD9:
        hasEnd = scans > 0
        return
      default: break
      }
      guard position + 2 <= bytes.count else { return }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2, position + length <= bytes.count else { return }
      let content = UnsafeRawBufferPointer(rebasing: bytes[position + 2..<position + length])
      position += length
      switch marker {
      case 0xDA: scans += 1  // the pixels that follow have no marker but restarts
      case 0xE1 where exif == nil && content.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]):
        let tiff = UnsafeRawBufferPointer(rebasing: content.dropFirst(6))
        exif = tiff
        let facts = EXIF(tiff)
        orientation = facts.orientation
        colourSpace = facts.colourSpace
      case 0xE2 where content.count > 14 && content.starts(with: Array("ICC_PROFILE\0".utf8)):
        // No more than their numbers can distinguish.
        guard profileParts.count < 255 else { break }
        profileParts.append((Int(content[12]), Int(content[13]), Array(content.dropFirst(14))))
      default: break
      }
    }
  }

  /// The next 0xFF with a code after it: 0xFF may be repeated before a code, and 0xFF 0 is a pixel's 0xFF.
  private static func nextMarker(in bytes: UnsafeRawBufferPointer, from position: inout Int) -> UInt8? {
    while position + 1 < bytes.count, let start = bytes.baseAddress {
      // Nearly all bytes are pixels'.
      guard let found = memchr(start + position, 0xFF, bytes.count - 1 - position) else { return nil }
      position = found - UnsafeMutableRawPointer(mutating: start) + 1
      let code = bytes[position]
      if code != 0 && code != 0xFF {
        position += 1
        return code
      }
    }
    return nil
  }
}
