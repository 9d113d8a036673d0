import Lessons
import Timelines

extension SwiftTokens {
  /// Returns code as HTML, with classes for comments (`c`) and strings (`s`).
  static func html(_ code: some StringProtocol) -> Markup {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { of(Substring($0)).map(html).joined() }
      .joined(separator: "\n")
  }

  static func html(_ token: (kind: Kind, text: Substring)) -> Markup {
    // Quotes are left alone, because code is full of them.
    let text = Markup(verbatim: escapedForMarkup(String(token.text)).replacing("&quot;", with: "\""))
    return switch token.kind {
    case .comment: "<i class=c>\(text)</i>"
    case .string: "<i class=s>\(text)</i>"
    case .keyword: "<b>\(text)</b>"
    case .plain, .word: text
    }
  }
}
