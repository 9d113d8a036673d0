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
      case .link(let words, let address, let title): link(words, address, title)
      // The picture links to itself, because some pictures are too wide for a phone.
      case .picture(let words, let address):
        link(address).map { #"<a href="\#($0)"><img src="\#($0)" alt="\#(words)" loading="lazy"></a>"# }
          ?? "\(words)"
      case .lineBreak: "<br>"
      }
    }.joined()
  }

  /// Returns a link. The title of a mark of evidence begins with how the statement is known.
  private func link(_ words: [Span], _ address: String, _ title: String?) -> Markup {
    let evidence = Evidence.allCases.first { words == [.text(String($0.mark))] }?.meaning
    let titles = [evidence, title].compactMap(\.self)
    let title: Markup? = titles.isEmpty ? nil : #" title="\#(titles.joined(separator: ": "))""#
    return link(address).map { #"<a href="\#($0)"\#(title)>\#(html(words))</a>"# } ?? html(words)
  }
}
