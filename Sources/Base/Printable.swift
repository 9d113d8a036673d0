/// Makes text from outside safe to print on a terminal.
package enum Printable {
  /// The text without control characters, shortened in its middle to `limit` characters.
  package static func text(_ text: String, limit: Int) -> String {
    let safe = withoutControls(text)
    // Bytes first: counting characters is slow, and there are never more of them than bytes.
    guard safe.utf8.count > limit, safe.count > limit else { return safe }
    return safe.prefix(limit - limit / 4 - 1) + "…" + safe.suffix(limit / 4)
  }

  /// The text with a replacement character for each control character, line breaks included.
  package static func withoutControls(_ text: String) -> String {
    guard hasControls(text) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }

  package static func hasControls(_ text: String) -> Bool {
    // Bytes first, because most texts need no more. 0xC2 begins the controls beyond ASCII.
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
      && text.unicodeScalars.contains(where: isControl)
  }

  /// A URL without the user's name and password in it.
  package static func withoutPassword(_ url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return url }
    return String(url[..<scheme.upperBound] + url[url.index(after: at)...])
  }

  /// The text without spaces and line breaks around it.
  package static func trimmed(_ text: String) -> String {
    // Bytes first: looking at characters would be half the cost of an entry.
    func isInk(_ byte: UInt8?) -> Bool { byte.map { (0x21...0x7E).contains($0) } ?? true }
    if isInk(text.utf8.first), isInk(text.utf8.last) { return text }
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
