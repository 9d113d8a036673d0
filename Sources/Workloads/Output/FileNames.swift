import Base
import Foundation
import PhotoLists

/// Makes safe, different file names (without extension) of photos' names.
///
/// The same names in the same order make the same file names, so that a second run finds the first one's files.
/// Names that differ only in case, or in how an accent is written, collide, since on many disks they are one
/// file; the second one gets a number: "Sunset", "sunset 2".
///
/// Names are not kept, only a 64-bit hash of each: about 20 bytes a name. Should two names share a hash (for
/// 1,000,000 names once in 37 million runs), one gets a number that it does not need.
public struct FileNames: Sendable {
  private var taken: Set<UInt64> = []
  /// The last number given, by the hash of the name that is shared.
  private var numbers: [UInt64: Int] = [:]

  /// The most UTF-8 bytes of a name: disks allow 255, and an extension and more must fit.
  public static let longest = 200

  public init() {}

  /// The file name for a photo's name: different from all that were given before.
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

  /// A name that every disk takes, and that stays in its folder: Unicode in its composed form, without path
  /// separators, control characters, leading dots, or a picture's extension; "photo" when nothing is left.
  static func safe(_ name: String) -> String {
    var text = isPlain(name) ? name : withoutTraps(name).precomposedStringWithCanonicalMapping
    if let length = ImageExtension.length(in: text) { text.removeLast(length) }
    let trimmed = text.drop { $0 == "." || $0.isWhitespace }
    text = cut(String(trimmed), to: longest)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.isEmpty ? "photo" : text
  }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\")
        && byte != UInt8(ascii: ":")
    }
  }

  private static func withoutTraps(_ name: String) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      // The colon is the Mac's other separator.
      case "/", "\\", ":": safe.append("-")
      // They turn the direction of what follows, so that a name reads as another one.
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

  /// As much of the beginning as fits, without splitting what is seen as one character.
  private static func cut(_ text: String, to bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    var count = 0
    let fitting = text.prefix { character in
      count += character.utf8.count
      return count <= bytes
    }
    if !fitting.isEmpty { return String(fitting) }
    // A single character may be made of any number of accents.
    count = 0
    let scalars = text.unicodeScalars.prefix { scalar in
      count += UTF8.width(scalar)
      return count <= bytes
    }
    return String(scalars)
  }

  /// Of the name without regard to case. Upper case first: it unifies what differs in small letters only, as ß and ss.
  private static func hash(_ name: String) -> UInt64 { stableHash(name.uppercased().lowercased()) }
}
