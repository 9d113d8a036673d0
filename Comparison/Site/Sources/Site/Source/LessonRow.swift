import Lessons

/// A lesson's row in `Comparison/lessons.tsv`: its facts for overviews, the player and the search box.
struct LessonRow {
  /// A short title that doesn't reveal the lesson's answer.
  let title: String
  /// The cell of each version, as Markdown.
  let cells: [String]
  let verdict: String
  /// The name of the group that the front page lists the lesson in.
  let group: String
  /// The versions that the question is about.
  let asked: [Lesson.Version]
  /// The name of the lane that the question is about. It is empty if there is none.
  let lane: String

  /// Reads the table.
  /// - Returns: The rows, by the folders of the lessons.
  static func all(_ text: String) -> [String: LessonRow] {
    table(text).dropFirst().reduce(into: [:]) { rows, cells in
      guard cells.count == 10 else { return }
      let asked = Lesson.Version.apis.filter { cells[7].split(separator: " ").contains("\($0)") }
      rows[cells[0]] = LessonRow(
        title: cells[1], cells: Array(cells[2...4]), verdict: cells[5], group: cells[6], asked: asked,
        lane: cells[8])
    }
  }
}

/// Returns the cells of a table with a line for each row and tabs between the columns.
func table(_ text: String) -> [[String]] {
  text.split(separator: "\n")
    .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
}
