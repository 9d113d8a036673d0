import Foundation

/// The parts of a JPEG that libjpeg doesn't report (ITU T.81, annex B), found in one pass over its markers.
///
/// Validating the file is left to the codec. If the structure is invalid, parsing stops without an error. Like the
/// codec, it skips stray bytes between segments.
struct JPEGSegments {
  private(set) var orientation = Orientation.upright
  /// The colour space from EXIF. A profile takes precedence over it.
  private(set) var colourSpace: ColourSpace?
  /// The TIFF data of the EXIF segment. It points into the file's own bytes.
  private(set) var exif: UnsafeRawBufferPointer?
  private(set) var scans = 0
  /// Whether there is an end marker after a scan.
  private(set) var hasEnd = false
  /// The ICC profile (ICC.1:2022, annex B.4), or nil if any part is missing.
  var profile: [UInt8]? {
    guard let count = profileParts.first?.count, profileParts.count == count else { return nil }
    let parts = profileParts.sorted { $0.number < $1.number }
    guard parts.enumerated().allSatisfy({ $1.number == $0 + 1 && $1.count == count }) else { return nil }
    return parts.flatMap(\.content)
  }

  /// The parts of the profile found so far. Each has its number and the total count.
  private var profileParts: [(number: Int, count: Int, content: [UInt8])] = []

  init(_ bytes: UnsafeRawBufferPointer) {
    var position = 2
    while let marker = Self.nextMarker(in: bytes, from: &position) {
      switch marker {
      case 0x01, 0xD0...0xD7: continue  // these have no length
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
      case 0xDA: scans += 1  // the following pixels contain only restart markers
      case 0xE1 where exif == nil && content.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]):
        let tiff = UnsafeRawBufferPointer(rebasing: content.dropFirst(6))
        exif = tiff
        let facts = EXIF(tiff)
        orientation = facts.orientation
        colourSpace = facts.colourSpace
      case 0xE2 where content.count > 14 && content.starts(with: Array("ICC_PROFILE\0".utf8)):
        // Part numbers are single bytes, so more parts couldn't be told apart.
        guard profileParts.count < 255 else { break }
        profileParts.append((Int(content[12]), Int(content[13]), Array(content.dropFirst(14))))
      default: break
      }
    }
  }

  /// Returns the code of the next marker. 0xFF may be repeated before the code. 0xFF followed by 0 is image data
  /// rather than a marker.
  private static func nextMarker(in bytes: UnsafeRawBufferPointer, from position: inout Int) -> UInt8? {
    while position + 1 < bytes.count, let start = bytes.baseAddress {
      // Nearly all of the file is image data, so `memchr` skips to the next candidate.
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
