import Base
import Foundation
import PhotoLists

/// Turns photos' names into file names (without extension) that are safe and all different.
///
/// The same names in the same order give the same file names, so that a second run finds the files of the first.
/// Names that differ only in case, or in how an accent is written, are one file on many disks. So the second one gets a
/// number: "Sunset", "sunset 2".
///
/// Only a 64-bit hash of each name is kept, about 20 bytes a name. If two names share a hash (with 1,000,000 names, once in
/// 37 million runs), one gets a number that it does not need.
public struct FileNames: Sendable {
  private var taken: Set<UInt64> = []
  /// The last number given for each shared name, by its hash.
  private var numbers: [UInt64: Int] = [:]

  /// The longest name in UTF-8 bytes: disks allow 255, and there must be room for an extension and more.
  public static let longest = 200

  public init() {}

  /// A file name that was not given before.
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

  // MARK: One name

  /// A name that every disk accepts, and that does not lead out of its folder: Unicode in its composed form, without path
  /// separators, control characters, characters and device names that FAT, exFAT and NTFS refuse, dots at either end, or a
  /// picture's extension; "photo" when nothing is left.
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

  /// Whether Windows takes a name for a device, also if an extension follows.
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
      // The colon is the Mac's other separator. FAT, exFAT and NTFS refuse the others.
      case "/", "\\", ":", "*", "<", ">", "?", "|": safe.append("-")
      case "\"": safe.append("'")
      // They reverse the text that follows, so that a name can pass for another.
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

  /// The longest beginning that fits, without splitting a character.
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

  /// A hash that ignores case. Upper case comes first, as it unifies ß and ss.
  private static func hash(_ name: String) -> UInt64 { stableHash(name.uppercased().lowercased()) }
}

/// Spreads a folder's files over 256 subfolders by a stable hash of their names: of a million, each gets some 4,000. Many
/// programs, and some disks, are slow with a million files in one folder.
enum FanOut {
  /// The file's path in the folder, as in `7f/Mist`.
  /// - Parameter name: without extension, which may not be known yet.
  static func place(_ name: String) -> String { "\(folder(of: name))/\(name)" }

  private static func folder(of name: String) -> String {
    let number = String(stableHash(name) >> 56, radix: 16)
    return number.count < 2 ? "0" + number : number
  }

  /// Whether a path that was read from a file stays in the folder: it is a name, or a name in one of the 256.
  static func isPlace(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, name != ".", name != "..", !name.isEmpty else { return false }
    return parts.count == 1
      || parts.count == 2 && parts[0].utf8.count == 2 && parts[0].allSatisfy(\.isHexDigit)
  }
}

/// A pattern for file names: text with `{name}`, `{number}` (or `{number:4}`, with zeros before it) and, at its end, `{ext}`.
public struct NameTemplate: Sendable, Equatable {
  private enum Piece: Equatable {
    case text(String)
    case name
    case number(digits: Int)
  }

  private var pieces: [Piece] = []

  /// Why a text is not a template, with the cure.
  public struct Flaw: Error, CustomStringConvertible {
    public let description: String
  }

  public init(_ text: String) throws(Flaw) {
    // The extension depends on the file's format.
    var rest = text.hasSuffix(".{ext}") ? text.dropLast(6) : text[...]
    while let start = rest.firstIndex(of: "{") {
      if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
      guard let end = rest[start...].firstIndex(of: "}") else {
        throw Flaw(description: "“\(text)” has a { without a }")
      }
      pieces.append(try Self.piece(String(rest[rest.index(after: start)..<end]), of: text))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    if text.contains("/") { throw Flaw(description: "“\(text)” has a slash; all files go into one folder") }
    if !pieces.contains(where: { if case .text = $0 { false } else { true } }) {
      throw Flaw(description: "“\(text)” has neither {name} nor {number}, so all files would be called alike")
    }
  }

  private static func piece(_ field: String, of text: String) throws(Flaw) -> Piece {
    let parts = field.split(separator: ":", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("name", 1): return .name
    case ("number", 1): return .number(digits: 1)
    case ("number", 2):
      if let digits = Int(parts[1]), (1...18).contains(digits) { return .number(digits: digits) }
    case ("ext", 1): throw Flaw(description: "“\(text)” has an {ext} that is not at its end, after a dot")
    default: break
    }
    throw Flaw(
      description:
        "“\(text)” has an unknown placeholder {\(field)}; use {name}, {number}, {number:4} or {ext}")
  }

  /// The name without its extension, not yet safe as a file's.
  /// - Parameter number: in the list, from 1.
  func stem(name: String, number: Int) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .name: String(name.dropLast(ImageExtension.length(in: name) ?? 0))
      case .number(let digits):
        String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)"
      }
    }.joined()
  }
}
