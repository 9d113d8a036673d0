import Lessons

/// The inline Markdown of a line as HTML. Everything that isn't a mark is escaped.
struct Inline {
  /// Returns the target of a link, or nil if only its text should be shown.
  let link: (String) -> String?

  func html(_ text: String) -> String { html(Span.of(text)) }

  private func html(_ spans: [Span]) -> String {
    spans.map { span in
      switch span {
      case .text(let text): escaped(text)
      case .code(let code): "<code>\(escaped(code))</code>"
      case .strong(let spans): "<strong>\(html(spans))</strong>"
      case .emphasis(let spans): "<em>\(html(spans))</em>"
      case .superscript(let spans): "<sup>\(html(spans))</sup>"
      case .link(let words, let address, let title): element(words, address, title)
      case .picture(let words, let address): image(words, address)
      case .lineBreak: "<br>"
      }
    }.joined()
  }

  /// Returns a link. If its text is a mark of evidence, its title says how the statement is known.
  private func element(_ words: [Span], _ address: String, _ title: String?) -> String {
    let evidence = Evidence.allCases.first { words == [.text(String($0.mark))] }?.meaning
    let titles = [evidence, title].compactMap(\.self)
    let attribute = titles.isEmpty ? "" : " title=\"\(escaped(titles.joined(separator: ": ")))\""
    return link(address).map { "<a href=\"\(escaped($0))\"\(attribute)>\(html(words))</a>" } ?? html(words)
  }

  private func image(_ words: String, _ address: String) -> String {
    // The picture links to itself, because some pictures are too wide for a phone.
    link(address).map(escaped).map {
      "<a href=\"\($0)\"><img src=\"\($0)\" alt=\"\(escaped(words))\" loading=\"lazy\"></a>"
    }
      ?? escaped(words)
  }
}
