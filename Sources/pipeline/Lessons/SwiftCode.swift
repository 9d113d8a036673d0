import LessonKit

/// Swift in a terminal, with a little colour.
enum SwiftCode {
  static func colored(_ line: String, _ style: Style) -> String {
    guard style.usesColor else { return line }
    return SwiftTokens.of(line[...]).map { kind, text in
      switch kind {
      case .comment: style.dim(String(text))
      case .string: style.green(String(text))
      case .keyword: style.cyan(String(text))
      case .plain, .word: String(text)
      }
    }.joined()
  }

  /// The line, gone on with below where it is too long; a comment goes on as a comment. A string stays whole, even where
  /// it is too long itself.
  static func folded(_ line: String, to width: Int) -> [String] {
    guard columns(line) > width else { return [line] }
    let indent = line.prefix { $0 == " " }
    let mark = line.dropFirst(indent.count).prefix { $0 == "/" }
    let text = line[mark.endIndex...].drop { $0 == " " }.startIndex
    let cuts = breaks(line).filter { $0.place > text }
    let fitting = cuts.filter { columns(String(line[..<$0.place])) <= width }
    guard let cut = (fitting.last(where: \.isSpace) ?? fitting.last ?? cuts.first)?.place else {
      return [line]
    }
    let start = String(indent) + (mark.isEmpty ? "    " : "\(mark) ")
    return [String(line[..<cut])] + folded(start + line[cut...].drop { $0 == " " }, to: width)
  }

  /// Where a line may end: at a space outside of strings, or else before a string that is a first argument.
  private static func breaks(_ line: String) -> [(place: String.Index, isSpace: Bool)] {
    var breaks: [(String.Index, Bool)] = []
    var rest = Substring(line)
    let isComment = rest.drop { $0 == " " }.hasPrefix("//")
    while let next = rest.first {
      // What goes on below a comment behind code would be code.
      if !isComment, rest.hasPrefix("//") { return breaks }
      if next == "\"", !isComment {
        if line[..<rest.startIndex].last == "(" { breaks.append((rest.startIndex, false)) }
        rest = rest[SwiftTokens.literal(rest).endIndex...]
      } else {
        if next == " " { breaks.append((rest.startIndex, true)) }
        rest = rest.dropFirst()
      }
    }
    return breaks
  }
}
