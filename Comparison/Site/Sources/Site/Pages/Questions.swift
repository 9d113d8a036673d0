/// The decision's questions, nested so that each answer either opens the next question or ends. No script is needed.
struct Questions {
  private struct Question {
    let text: String
    let yes: String
    let no: String
  }

  private let questions: [Question]

  /// Reads the questions from the decision's text.
  /// - Parameter decision: The text whose first table has the questions: number, question, if yes, if no.
  init(decision: String) {
    let tables = Markdown(decision).blocks.compactMap { if case .table(let rows) = $0 { rows } else { nil } }
    let table = tables.first ?? []
    questions = table.dropFirst().filter { $0.count == 4 }.map {
      Question(text: $0[1], yes: $0[2], no: $0[3])
    }
  }

  func html(_ inline: (String) -> String) -> String {
    guard !questions.isEmpty else { return "" }
    func answer(_ text: String) -> String { "<p class=\"answer\">\(inline(text))</p>" }
    var html = ""
    for (number, question) in questions.enumerated().reversed() {
      let isLast = number == questions.count - 1
      let no = isLast ? answer(question.no) : html
      let place = "\(number + 1) of \(questions.count)"
      html = """
        <div class="question"><p><small>\(place)</small> \(inline(question.text))</p>
        <details name="question-\(number)"><summary>Yes</summary>\(answer(question.yes))</details>
        <details name="question-\(number)"><summary>No</summary>\(no)</details></div>
        """
    }
    return "<section aria-labelledby=\"questions\"><h2 id=\"questions\">Which one? Seven questions</h2>\n"
      + "\(html)</section>"
  }
}
