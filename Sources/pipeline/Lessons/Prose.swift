/// A readme's paragraphs for a terminal, without what Markdown needs and a reader does not.
struct Prose {
  private let paragraphs: [String]
  private let style: Style

  init(_ markdown: String, style: Style) {
    var paragraphs = [""]
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { paragraphs.append("") } else { paragraphs[paragraphs.count - 1] += line + " " }
    }
    self.paragraphs = paragraphs.filter { !$0.isEmpty }
    self.style = style
  }

  /// - Parameter width: in columns.
  func wrapped(to width: Int) -> String {
    paragraphs.map { wrapped($0, to: width) + "\n" }.joined(separator: "\n")
  }

  private func wrapped(_ paragraph: String, to width: Int) -> String {
    var lines = [""]
    var used = 0
    var isBold = false
    for word in withoutMarks(paragraph).split(separator: " ") {
      let plain = String(word.replacing("**", with: ""))
      let isStart = word.hasPrefix("**")
      if isStart { isBold = true }
      if used > 0, used + 1 + columns(plain) > width {
        lines.append("")
        used = 0
      }
      if used > 0 { lines[lines.count - 1] += " " }
      lines[lines.count - 1] += isBold ? style.bold(plain) : plain
      used += columns(plain) + (used > 0 ? 1 : 0)
      if (isStart ? word.dropFirst(2) : word[...]).contains("**") { isBold = false }
    }
    return lines.joined(separator: "\n")
  }

  /// `[lesson 11](../11-asynchronous-operations)` is “lesson 11”, and `*dependency*` is “dependency”; bold stays.
  private func withoutMarks(_ text: String) -> String {
    text.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
      .replacing(/([ (])\*([^* ][^*]*)\*/) { "\($0.output.1)\($0.output.2)" }
  }
}
