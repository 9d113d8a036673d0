/// The prediction that a lesson asks for before its code runs: the situation, a question, and possible answers.
///
/// In a readme, it is a paragraph that begins with `**Predict.**`, followed by a list. `<!-- right -->` marks the right
/// answer.
public struct Prediction: Sendable {
  public struct Answer: Sendable {
    /// The text as Markdown.
    public let text: String
    public let isRight: Bool
  }

  /// The situation and the question, as Markdown.
  public let question: String
  /// The answers in the order in which they are offered. Exactly one is right.
  public let answers: [Answer]

  init(readme: String) {
    let paragraphs = readme.split(separator: "\n\n")
    let place = paragraphs.firstIndex { $0.hasPrefix(Self.mark) }
    question = place.map { Self.oneLine(paragraphs[$0].dropFirst(Self.mark.count)) } ?? ""
    let list = place.map { paragraphs[($0 + 1)...].first } ?? nil
    guard let list, list.hasPrefix("- ") else {
      answers = []
      return
    }
    answers = "\n\(list)".split(separator: "\n- ").map { item in
      Answer(
        text: Self.oneLine(item.split(separator: Self.right, omittingEmptySubsequences: false)[0]),
        isRight: item.contains(Self.right))
    }
  }

  /// Returns a readme without comments and answers, for a reader who has already answered.
  static func withoutAnswers(_ readme: String) -> String {
    let paragraphs = readme.split(separator: "\n\n")
    return paragraphs.indices.filter { place in
      !paragraphs[place].hasPrefix("<!--")
        && !(place > 0 && paragraphs[place - 1].hasPrefix(mark) && paragraphs[place].hasPrefix("- "))
    }.map { String(paragraphs[$0]) }.joined(separator: "\n\n")
  }

  private static let mark = "**Predict.**"
  private static let right = "<!-- right -->"

  private static func oneLine(_ text: some StringProtocol) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
