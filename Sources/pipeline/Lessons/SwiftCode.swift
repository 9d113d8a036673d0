/// Swift with a little colour: comments, strings and keywords. A line at a time, which is enough for the lessons.
enum SwiftCode {
  static func colored(_ line: String, _ style: Style) -> String {
    guard style.usesColor else { return line }
    var text = ""
    var rest = Substring(line)
    while let next = rest.first {
      if rest.hasPrefix("//") {
        return text + style.dim(String(rest))
      } else if next == "\"" {
        let string = literal(rest)
        text += style.green(String(string))
        rest = rest.dropFirst(string.count)
      } else if next.isLetter {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        text += keywords.contains(String(word)) ? style.cyan(String(word)) : String(word)
        rest = rest.dropFirst(word.count)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
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
        rest = rest[literal(rest).endIndex...]
      } else {
        if next == " " { breaks.append((rest.startIndex, true)) }
        rest = rest.dropFirst()
      }
    }
    return breaks
  }

  /// From the quote to its closing one; one in an interpolation closes nothing.
  private static func literal(_ text: Substring) -> Substring {
    var depth = 0
    var before: Character = "\""
    for place in text.indices.dropFirst() {
      switch text[place] {
      case "(" where before == "\\" || depth > 0: depth += 1
      case ")" where depth > 0: depth -= 1
      case "\"" where depth == 0 && before != "\\": return text[...place]
      default: break
      }
      before = text[place]
    }
    return text
  }

  private static let keywords: Set<String> = [
    "import", "public", "private", "func", "let", "var", "final", "class", "struct", "override", "init",
    "self",
    "super", "if", "else", "guard", "return", "for", "in", "while", "defer", "true", "false", "nil", "static",
    "weak", "unowned", "try", "throws", "switch", "case", "where", "extension", "enum", "some", "any",
  ]
}
