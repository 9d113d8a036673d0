/// The table of `Comparison/lessons.tsv`: each lesson's topic in the three APIs, and its verdict.
struct VerdictTable {
  struct Row {
    /// A short title that doesn't reveal the lesson's answer.
    let title: String
    /// The cell of each version, as Markdown.
    let cells: [String]
    let verdict: String
  }

  /// The rows, by the folders of the lessons.
  private let rows: [String: Row]

  /// Reads the table.
  /// - Parameter table: The table, with one lesson per line and tabs between columns.
  init(_ table: String) {
    rows = table.split(separator: "\n").dropFirst().reduce(into: [:]) { rows, line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 6 else { return }
      rows[cells[0]] = Row(title: cells[1], cells: Array(cells[2...4]), verdict: cells[5])
    }
  }

  subscript(folder: String) -> Row? { rows[folder] }
}
