/// Makes untrusted text safe to print in a terminal or on a page.
package enum Printable {
  /// Returns the text without control characters, shortened in the middle to `limit` characters.
  package static func text(_ text: String, limit: Int) -> String {
    let safe = withoutControls(text)
    // Compare bytes first, because counting characters is slow and there are never more characters than bytes.
    guard safe.utf8.count > limit, safe.count > limit else { return safe }
    return safe.prefix(limit - limit / 4 - 1) + "…" + safe.suffix(limit / 4)
  }

  /// Returns the text with each control character, including line breaks, replaced by a replacement character.
  package static func withoutControls(_ text: String) -> String {
    guard hasControls(text) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }

  package static func hasControls(_ text: String) -> Bool {
    // Check bytes first, because that is enough for most texts. 0xC2 is the first byte of non-ASCII control
    // characters.
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
      && text.unicodeScalars.contains(where: isControl)
  }

  /// Returns the text without leading and trailing whitespace.
  package static func trimmed(_ text: String) -> String {
    // Check bytes first, because checking characters would take half of the time for reading an entry.
    func isInk(_ byte: UInt8?) -> Bool { byte.map { (0x21...0x7E).contains($0) } ?? true }
    if isInk(text.utf8.first), isInk(text.utf8.last) { return text }
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// Returns the text with an escape such as `\\u{1B}` for each character that acts instead of being shown.
  /// - Parameter backslash: The first character of an escape.
  package static func escaped(_ text: String, backslash: String = "\\") -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if acts(scalar) {
        shown += "\(backslash)u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// Returns whether a terminal or a web page interprets the scalar instead of showing it: control characters, line
  /// ends, and marks that set or override the text direction (Unicode Standard Annex 9).
  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return true
    default:
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: return true
      default: return false
      }
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
