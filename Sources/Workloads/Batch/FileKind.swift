import Foundation
import Imaging

/// What a downloaded file is, told by its bytes.
enum FileKind {
  /// What an image's name ends with.
  static func suffix(_ type: ImageType) -> String {
    switch type {
    case .jpeg: "jpg"
    case .jpegXL: "jxl"
    case .jpeg2000: "jp2"
    case .png, .gif, .webp, .bmp, .tiff, .heic, .avif, .ico, .psd, .svg: type.rawValue
    }
  }

  /// What the name of something else ends with, from its URL or what the server calls it.
  static func suffix(url: String, contentType: String?) -> String {
    let inURL = (URL(string: url)?.pathExtension ?? "").lowercased()
    if (1...5).contains(inURL.count), inURL.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
      return inURL
    }
    let type = (contentType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    return suffixes[type] ?? "bin"
  }

  private static let suffixes = [
    "text/html": "html", "text/plain": "txt", "text/xml": "xml", "application/xml": "xml",
    "application/json": "json", "application/pdf": "pdf", "application/zip": "zip", "video/mp4": "mp4",
    "video/webm": "webm",
  ]

  /// Whether an image's end is not there, as far as that is told by its structure. A server that announces fewer bytes
  /// than it has gives a part for the whole, and nothing else tells.
  static func isCutShort(_ type: ImageType, _ bytes: UnsafeRawBufferPointer) -> Bool {
    switch type {
    case .png: lacksLastChunk(bytes)
    case .jpeg: lacksEndMarker(bytes)
    case .webp: bytes.count < 8 || bytes.count - 8 < Int(number(bytes, at: 4).byteSwapped)
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

  /// ITU T.81, annex B: segments of a marker and a length up to the pixels, in which FF is never followed by D9 but in
  /// the end marker. The segments before may hold a small picture with an end of its own.
  private static func lacksEndMarker(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 2
    while bytes.count - place >= 4, bytes[place] == 0xFF {
      switch bytes[place + 1] {
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD7: place += 2
      case 0xDA: return !hasEndMarker(bytes[place...])
      default: place += 2 + Int(number(bytes, at: place) & 0xFFFF)
      }
    }
    return true
  }

  private static func hasEndMarker(_ pixels: Slice<UnsafeRawBufferPointer>) -> Bool {
    var rest = UnsafeRawBufferPointer(rebasing: pixels)
    while let start = rest.baseAddress, let found = memchr(start, 0xFF, rest.count) {
      let next = UnsafeRawPointer(found) - start + 1
      guard next < rest.count else { return false }
      if rest[next] == 0xD9 { return true }
      rest = UnsafeRawBufferPointer(rebasing: rest[next...])
    }
    return false
  }

  /// Four bytes, the most significant first.
  private static func number(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self).bigEndian
  }
}
