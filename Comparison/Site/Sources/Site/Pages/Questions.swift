import Timelines

/// The decision's questions, nested so that each answer either opens the next question or ends. No script is needed.
struct Questions {
  /// The rows of the table: number, question, if yes, if no.
  private let rows: [[String]]

  /// Reads the questions from the decision's text.
  /// - Parameter decision: The text whose first table has the questions.
  init(decision: String) {
    rows = Array(Markdown(decision).tables.first?.dropFirst() ?? []).filter { $0.count == 4 }
  }

  func html(_ links: Links) -> Markup {
    func answer(_ text: String) -> Markup { #"<p class="answer">\#(links.inline(text))</p>"# }
    let questions = rows.enumerated().reversed().reduce(nil as Markup?) { following, question in
      let (number, row) = question
      return """
        <div class="question"><p><small>\(number + 1) of \(rows.count)</small> \(links.inline(row[1]))</p>
        <details name="question-\(number)"><summary>Yes</summary>\(answer(row[2]))</details>
        <details name="question-\(number)"><summary>No</summary>\(following ?? answer(row[3]))</details></div>
        """
    }
    return """
      <section aria-labelledby="questions"><h2 id="questions">Which one? Seven questions</h2>
      \(questions)</section>
      """
  }
}
