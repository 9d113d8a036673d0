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
}
