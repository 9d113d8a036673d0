/// What each lesson is about in the three APIs, and the verdict: `Comparison/lessons.tsv`.
struct VerdictTable {
  struct Row {
    /// Short, and without the lesson's answer.
    let title: String
    /// One for each version, as Markdown.
    let cells: [String]
    let verdict: String
  }

  /// By the lessons' folders.
  private let rows: [String: Row]

  /// - Parameter table: a line a lesson, with tabs between its columns.
  init(_ table: String) {
    rows = table.split(separator: "\n").dropFirst().reduce(into: [:]) { rows, line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 6 else { return }
      rows[cells[0]] = Row(title: cells[1], cells: Array(cells[2...4]), verdict: cells[5])
    }
  }

  subscript(folder: String) -> Row? { rows[folder] }
}
