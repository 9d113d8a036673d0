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

  /// The line, gone on with below where it is too long; a comment goes on as a comment.
  static func folded(_ line: String, to width: Int) -> [String] {
    guard columns(line) > width else { return [line] }
    let indent = line.prefix { $0 == " " }
    let mark = line.dropFirst(indent.count).prefix { $0 == "/" }
    let head = line.prefix(width)
    let cut = head.lastIndex(of: " ") ?? head.endIndex
    guard cut > indent.endIndex else { return [line] }
    let start = String(indent) + (mark.isEmpty ? "    " : "\(mark) ")
    return [String(line[..<cut])] + folded(start + line[cut...].drop { $0 == " " }, to: width)
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
