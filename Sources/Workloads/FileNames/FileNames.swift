import Base
import Foundation
import PhotoLists

/// Turns photo names into unique file names (without extension) that are safe on every disk.
///
/// The same names in the same order always yield the same file names, so that a second run finds the files of
/// the first. On many disks, names that differ only in case or in the encoding of an accent refer to the same
/// file. The second of two such names therefore gets a number: "Sunset", "sunset 2".
///
/// Only a 64-bit hash of each name is kept, at a cost of about 20 bytes per name. If two names have the same
/// hash, one of them gets an unnecessary number. With 1,000,000 names, that happens in one of 37 million
/// runs.
public struct FileNames: Sendable {
  private var taken: Set<UInt64> = []
  /// The last number assigned for each shared name, by the name's hash.
  private var numbers: [UInt64: Int] = [:]

  /// The maximum length of a name in UTF-8 bytes. Disks allow 255, and this leaves room for an extension and
  /// more.
  public static let longest = 200

  public init() {}

  /// Returns a file name that hasn't been returned before.
  public mutating func next(for name: String) -> String {
    let safe = Self.safe(name)
    let hash = Self.hash(safe)
    if taken.insert(hash).inserted { return safe }
    var number = numbers[hash] ?? 1
    while true {
      number += 1
      let suffix = " \(number)"
      let candidate = Self.cut(safe, to: Self.longest - suffix.utf8.count) + suffix
      if taken.insert(Self.hash(candidate)).inserted {
        numbers[hash] = number
        return candidate
      }
    }
  }

  // MARK: Safe names

  /// Returns a name that every disk accepts and that can't point outside its folder, or "photo" if no
  /// characters are left.
  ///
  /// The result is in composed Unicode. It has no path separators, no control characters, and no characters
  /// or device names that FAT, exFAT and NTFS refuse. Leading and trailing dots and a picture's extension are
  /// removed.
  static func safe(_ name: String) -> String {
    var text = isPlain(name) ? name : withoutTraps(name).precomposedStringWithCanonicalMapping
    if let length = ImageExtension.length(in: text) { text.removeLast(length) }
    let trimmed = text.drop { $0 == "." || $0.isWhitespace }
    text = cut((isDevice(trimmed) ? "_" : "") + trimmed, to: longest)
    while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
    return text.isEmpty ? "photo" : text
  }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"/\\:\"*<>?|".utf8.contains($0) }
  }

  /// Returns whether Windows treats a name as a device, with or without an extension.
  private static func isDevice(_ name: Substring) -> Bool {
    let base = name.prefix { $0 != "." }
    guard base.utf8.count < 20 else { return false }
    let device = base.trimmingCharacters(in: .whitespaces).uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(device) { return true }
    let number = device.dropFirst(3)
    return (device.hasPrefix("COM") || device.hasPrefix("LPT")) && number.count == 1
      && number.allSatisfy { "0123456789¹²³".contains($0) }
  }

  private static func withoutTraps(_ name: String) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      // The colon is the second path separator of macOS. FAT, exFAT and NTFS refuse the others.
      case "/", "\\", ":", "*", "<", ">", "?", "|": safe.append("-")
      case "\"": safe.append("'")
      // These characters reverse the direction of the text that follows, which can disguise a name as another.
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{FEFF}": break
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: safe.append(" ")
        default: safe.append(scalar)
        }
      }
    }
    return String(safe)
  }

  /// Returns the longest prefix that fits, without splitting a character.
  static func cut(_ text: String, to bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    var count = 0
    let fitting = text.prefix { character in
      count += character.utf8.count
      return count <= bytes
    }
    if !fitting.isEmpty { return String(fitting) }
    // A single character may have any number of accents.
    count = 0
    let scalars = text.unicodeScalars.prefix { scalar in
      count += UTF8.width(scalar)
      return count <= bytes
    }
    return String(scalars)
  }

  /// Returns a hash that ignores case. Uppercasing comes first because it unifies ß and ss.
  private static func hash(_ name: String) -> UInt64 { stableHash(name.uppercased().lowercased()) }
}

// Files may be distributed over 256 subfolders by a stable hash of their names. With a million files, each subfolder gets
// about 4,000. Many programs and some disks are slow with a million files in one folder.
extension FileNames {
  /// Returns the path of a file in one of the folder's 256 subfolders, such as `7f/Mist`.
  ///
  /// - Parameter name: The name without its extension, because the extension may not be known yet.
  static func fannedOut(_ name: String) -> String {
    let number = String(stableHash(name) >> 56, radix: 16)
    return "\(number.count < 2 ? "0" : "")\(number)/\(name)"
  }

  /// Returns whether a path read from a file stays inside the folder. It must be a name, or a name in one of
  /// the 256 subfolders.
  static func isInFolder(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, name != ".", name != "..", !name.isEmpty else { return false }
    return parts.count == 1
      || parts.count == 2 && parts[0].utf8.count == 2 && parts[0].allSatisfy(\.isHexDigit)
  }
}
