/// A part of a line of Markdown, as the lessons and the pages about them use it.
public enum Span: Equatable, Sendable {
  case text(String)
  case code(String)
  case strong([Span])
  case emphasis([Span])
  case superscript([Span])
  case link([Span], address: String, title: String?)
  case picture(String, address: String)
  case lineBreak

  /// Returns the parts of a line. Marks within code don't count.
  public static func of(_ line: some StringProtocol) -> [Span] {
    // A literal is parsed each time it is evaluated, so it isn't in the loop.
    let mark =
      #/`([^`]+)`|(!?)\[((?:`[^`]*`|[^\]`])*)\]\(((?:[^()]|\([^()]*\))*)\)|\*\*(?! )((?:`[^`]*`|[^*`]|\*(?!\*))+)\*\*|\*(?![ *])((?:`[^`]*`|[^*`])+)\*|<sup>(.*?)</sup>|<br>/#
    var spans: [Span] = []
    var rest = Substring(line)
    while let found = rest.firstMatch(of: mark) {
      let (all, code, bang, words, target, strong, emphasis, superscript) = found.output
      if all.startIndex > rest.startIndex { spans.append(.text(String(rest[..<all.startIndex]))) }
      rest = rest[all.endIndex...]
      if let code {
        spans.append(.code(String(code)))
      } else if let words, let target {
        let parts = target.split(separator: "\"").map(String.init)
        let address = (parts.first ?? "").replacing(" ", with: "")
        spans.append(
          bang == "!"
            ? .picture(String(words), address: address)
            : .link(of(words), address: address, title: parts.count > 1 ? parts[1] : nil))
      } else if let strong {
        spans.append(.strong(of(strong)))
      } else if let emphasis {
        spans.append(.emphasis(of(emphasis)))
      } else {
        spans.append(superscript.map { .superscript(of($0)) } ?? .lineBreak)
      }
    }
    return rest.isEmpty ? spans : spans + [.text(String(rest))]
  }
}
