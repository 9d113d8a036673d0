import Lessons

/// Formats a line of Markdown for a terminal. Bold words and code are styled, and other marks are removed. Without colours, code
/// keeps its backquotes.
/// - Parameter width: The width in columns.
func prose(_ markdown: String, to width: Int, _ style: Style) -> String {
  wrapped(painted(Span.of(markdown), isBold: false, style), to: width, indentation: 0) + "\n"
}

/// Styles each word separately, because a line may break within bold words or code.
private func painted(_ spans: [Span], isBold: Bool, _ style: Style) -> String {
  func words(_ text: String, _ paint: (String) -> String = { $0 }) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.isEmpty ? "" : isBold ? style.bold(paint(String(word))) : paint(String(word))
    }.joined(separator: " ")
  }
  let quote = style.usesColor ? "" : "`"
  return spans.map { span in
    switch span {
    case .text(let text), .picture(let text, _): words(text)
    case .code(let code): quote + words(code, style.cyan) + quote
    case .strong(let spans): painted(spans, isBold: true, style)
    case .emphasis(let spans), .superscript(let spans), .link(let spans, _, _):
      painted(spans, isBold: isBold, style)
    case .lineBreak: " "
    }
  }.joined()
}
