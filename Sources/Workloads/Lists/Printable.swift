/// Text from outside, made fit for a terminal.
enum Printable {
  /// The text without control characters, shortened in its middle to `limit` characters.
  static func text(_ text: String, limit: Int) -> String {
    let safe = withoutControls(text)
    // Bytes first: counting characters is slow, and there are never more of them than bytes.
    guard safe.utf8.count > limit, safe.count > limit else { return safe }
    return safe.prefix(limit - limit / 4 - 1) + "…" + safe.suffix(limit / 4)
  }

  /// The text with a replacement character for each control character, line breaks included.
  static func withoutControls(_ text: String) -> String {
    // 0xC2 begins the controls beyond ASCII, and little else.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      safe.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(safe)
  }
}
