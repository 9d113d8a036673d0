/// The text of a lesson, read from its readme: a heading, a question with its answers, comments with data, and paragraphs.
public struct LessonText: Sendable {
  /// A paragraph that begins with its title in bold, or paragraphs that are folded under their title.
  public struct Part: Sendable {
    /// The bold words without punctuation, such as “In short”, or the summary of the fold.
    public let title: String
    /// The paragraphs as Markdown, each in one line. Only that of a fold has no title in bold.
    public fileprivate(set) var paragraphs: [String]
    public let isFolded: Bool

    /// The paragraphs without the title. The remaining text becomes a sentence.
    public var text: [String] {
      guard !title.isEmpty, !isFolded, let bold = paragraphs[0].prefixMatch(of: /\*\*.+?\*\* */) else {
        return paragraphs
      }
      let rest = paragraphs[0][bold.range.upperBound...]
      return [rest.prefix(1).uppercased() + rest.dropFirst()]
    }
  }

  /// A possible answer to the question.
  public struct Answer: Sendable {
    /// The text as Markdown.
    public let text: String
    public let isRight: Bool
  }

  public private(set) var title = ""
  public private(set) var parts: [Part] = []
  /// The answers in the order in which they are offered. `<!-- right -->` marks the right one.
  public private(set) var answers: [Answer] = []
  /// The lines of each comment, by the name that it begins with.
  private(set) var data: [String: [String]] = [:]

  init(_ readme: String) {
    var isFolded = false
    for block in readme.split(separator: "\n\n") {
      let lines = block.split(separator: "\n").map { $0.drop { $0 == " " } }
      let text = lines.joined(separator: " ")
      if text.hasPrefix("# ") {
        title = String(text.drop { $0 != "·" }.dropFirst(2))
      } else if text.hasPrefix("- ") {
        answers = " \(text)".split(separator: " - ").map { item in
          let parts = item.split(separator: " <!-- right -->", omittingEmptySubsequences: false)
          return Answer(text: String(parts[0]), isRight: parts.count > 1)
        }
      } else if let name = text.prefixMatch(of: /<!-- (\w+): ?/) {
        let first = lines[0].dropFirst(text[name.range].count).drop { $0 == " " }
        data[String(name.output.1)] = ([first] + lines.dropFirst()).map {
          String($0.replacing(" -->", with: ""))
        }
      } else if let summary = text.wholeMatch(of: #/<details><summary>(.*)</summary>/#)?.output.1 {
        isFolded = true
        parts.append(Part(title: String(summary), paragraphs: [], isFolded: true))
      } else if text.hasPrefix("</details>") {
        isFolded = false
      } else if isFolded {
        parts[parts.count - 1].paragraphs.append(text)
      } else {
        let title = text.prefixMatch(of: /\*\*(.+?)[.,]?\*\*/)?.output.1 ?? ""
        parts.append(Part(title: String(title), paragraphs: [text], isFolded: false))
      }
    }
  }

  public subscript(title: String) -> Part? { parts.first { $0.title == title } }

  /// The situation and the question, as Markdown.
  public var question: String { self["Predict"]?.text.first ?? "" }
}
