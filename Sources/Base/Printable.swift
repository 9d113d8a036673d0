/// Makes untrusted text safe to print in a terminal.
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

  /// Returns a URL without the user name and password. The URL doesn't have to be usable: its scheme or slashes may
  /// be wrong, and its password may contain characters that should have been escaped. Tabs and line breaks are
  /// removed, as in browsers.
  package static func withoutPassword(_ url: String) -> String {
    func isSlash(_ character: Character) -> Bool { character == "/" || character == "\\" }
    let url = url.filter { $0 != "\t" && !$0.isNewline }
    let start: String.Index
    if let colon = url.firstIndex(of: ":"), ["http", "https"].contains(url[..<colon].lowercased()) {
      start = url[colon...].dropFirst().firstIndex { !isSlash($0) } ?? url.endIndex
    } else if let scheme = url.firstRange(of: "://") {
      start = scheme.upperBound
    } else if url.prefix(2).count == 2, url.prefix(2).allSatisfy(isSlash) {
      start = url.index(url.startIndex, offsetBy: 2)
    } else {
      // A URL without its scheme, such as `me:secret@host/x.jpg`.
      guard let colon = url.firstIndex(of: ":"), let at = url[colon...].lastIndex(of: "@") else { return url }
      return String(url[url.index(after: at)...])
    }
    var authority = url[start...].prefix { !isSlash($0) && !"?#".contains($0) }
    // The user name may be an e-mail address.
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // A colon comes before a password, unless it comes before a port or is inside an IPv6 address.
    if host.first != "[", let colon = host.firstIndex(of: ":"), case let port = host[colon...].dropFirst(),
      !port.isEmpty, UInt16(port) == nil
    {
      authority = url[start...]
    }
    guard let at = authority.lastIndex(of: "@") else { return url }
    return String(url[..<start] + url[url.index(after: at)...])
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

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
