import Lessons
import Timelines

/// The inline Markdown of a line as HTML.
struct Inline {
  /// Returns the target of a link, or nil if only its text should be shown.
  let link: (String) -> String?

  func html(_ text: String) -> Markup { html(Span.of(text)) }

  private func html(_ spans: [Span]) -> Markup {
    spans.map { span -> Markup in
      switch span {
      case .text(let text): "\(text)"
      case .code(let code): "<code>\(code)</code>"
      case .strong(let spans): "<strong>\(html(spans))</strong>"
      case .emphasis(let spans): "<em>\(html(spans))</em>"
      case .superscript(let spans): "<sup>\(html(spans))</sup>"
      case .link(let words, let address, let title): element(html(words), link(address), titles(words, title))
      // The picture links to itself, because some pictures are too wide for a phone.
      case .picture(let words, let address):
        link(address).map { #"<a href="\#($0)"><img src="\#($0)" alt="\#(words)" loading="lazy"></a>"# }
          ?? "\(words)"
      case .lineBreak: "<br>"
      }
    }.joined()
  }

  private func element(_ words: Markup, _ address: String?, _ titles: [String]) -> Markup {
    let title: Markup? = titles.isEmpty ? nil : #" title="\#(titles.joined(separator: ": "))""#
    return address.map { #"<a href="\#($0)"\#(title)>\#(words)</a>"# } ?? words
  }

  /// Returns the titles of a link. That of a mark of evidence says how the statement is known.
  private func titles(_ words: [Span], _ title: String?) -> [String] {
    let evidence = Evidence.allCases.first { words == [.text(String($0.mark))] }?.meaning
    return [evidence, title].compactMap(\.self)
  }
}
