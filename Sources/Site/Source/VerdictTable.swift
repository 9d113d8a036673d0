/// The table of lessons: what each is about in the three APIs, and the verdict.
struct VerdictTable {
  struct Row {
    let title: String
    /// One for each version, as Markdown.
    let cells: [String]
    let verdict: String
  }

  /// By the lessons' folders.
  private let rows: [String: Row]

  /// - Parameter page: the text that has the table.
  init(_ page: String) {
    var rows: [String: Row] = [:]
    for case .table(let table) in Markdown(page).blocks {
      for row in table.dropFirst() where row.count == 5 {
        guard let link = row[0].firstMatch(of: /^\[(.*)\]\(Lessons\/([^)]*)\)$/) else { continue }
        rows[String(link.output.2)] = Row(
          title: String(link.output.1), cells: Array(row[1...3]), verdict: row[4])
      }
    }
    self.rows = rows
  }

  subscript(folder: String) -> Row? { rows[folder] }
}
