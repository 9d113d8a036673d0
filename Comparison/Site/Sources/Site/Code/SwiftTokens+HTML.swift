import Lessons

extension SwiftTokens {
  /// Returns a line as HTML, with classes for comments (`c`), strings (`s`) and keywords (`k`).
  static func html(_ line: Substring) -> String { of(line).map(html).joined() }

  static func html(_ token: (kind: Kind, text: Substring)) -> String {
    let text = escapedCode(token.text)
    switch token.kind {
    case .comment: return "<i class=c>\(text)</i>"
    case .string: return "<i class=s>\(text)</i>"
    case .keyword: return "<b>\(text)</b>"
    case .plain, .word: return text
    }
  }
}
