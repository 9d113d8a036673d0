/// Removes optional parts of HTML: the end tags of cells, rows and items, and the quotes around plain values. This
/// makes a lesson's page a tenth smaller.
///
/// The text must be escaped, so that `<` and `>` occur only in tags.
func minified(_ html: String) -> String {
  html.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { number, piece in
    guard number > 0, let end = piece.firstIndex(of: ">") else { return String(piece) }
    if optional.contains(String(piece[..<end])) { return String(piece[piece.index(after: end)...]) }
    return "<" + unquoted(piece[..<end]) + piece[end...]
  }.joined()
}

private let optional: Set<String> = ["/td", "/th", "/tr", "/thead", "/tbody", "/li", "/dt", "/dd"]

/// Removes the quotes around plain values in a tag.
/// - Parameter tag: The text between the brackets. Every second part of it is a quoted value.
private func unquoted(_ tag: Substring) -> String {
  let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
  return parts.enumerated().map { number, part in
    guard !number.isMultiple(of: 2) else { return String(part) }
    // A slash directly after an unquoted value would become part of the value.
    let isPlain =
      !part.isEmpty && part.utf8.allSatisfy(isPlain)
      && (number + 1 == parts.count || parts[number + 1].first != "/")
    return isPlain ? String(part) : "\"\(part)\""
  }.joined()
}

private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "%"):
    true
  default: false
  }
}
