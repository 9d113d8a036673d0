import Lessons
import Records
import Timelines

/// A page of the repository: the decision, a page beside it, or the glossary. In a table of needs, a row that links a
/// lesson also links the lesson's three programs.
struct TextPage {
  let text: String
  let title: String
  let description: String
  let path: String
  /// The name of the page's rows where they are found, and how much the titles of rows count there. To someone who looks
  /// for an API, only needs are as useful as lessons. The glossary has its own entries.
  let rows: (name: String, weight: SearchIndex.Weight)?
  let links: Links

  /// Reads all pages.
  static func all(_ clone: Clone, _ links: Links) throws -> [TextPage] {
    func page(
      _ name: String, _ title: String, _ description: String, rows: (String, SearchIndex.Weight)? = nil
    ) throws -> TextPage {
      TextPage(
        text: try clone.text("Comparison/\(name).md"), title: title, description: description,
        path: Links.text(name), rows: rows, links: links)
    }
    return try [
      page(
        "GCD-or-Operation", "The decision", "Which to take, need by need, with the code for it.",
        rows: ("How do I …?", .title)),
      page(
        "Costs", "What it costs", "Time and memory of a job, recorded for the bare APIs and the engines.",
        rows: ("what it costs", .row)),
      page(
        "Linux", "What differs on Linux",
        "What Dispatch, Operation and the compiler do differently there.", rows: ("on Linux", .row)),
      page(
        "Crashes", "Crashes and warnings",
        "The words of crash reports, of the console and of the compiler, explained.",
        rows: ("a crash or a warning", .row)),
      page("Glossary", "Glossary", "The terms of the lessons, the lessons' own types, and related APIs."),
    ]
  }

  /// Returns the title of a row: its first cell, up to a colon or a semicolon.
  static func title(_ row: [String]) -> String {
    plainText(row.first ?? "").split { ":;".contains($0) }.first.map(String.init) ?? ""
  }

  /// Returns the id of a row that links a lesson, from its title up to a comma. In the glossary, each row has one.
  func rowID(_ row: [String]) -> String? {
    guard let rows else { return Glossary.rowID(row) }
    guard rows.weight != .title, row.contains(where: { $0.contains("](Lessons/") }) else { return nil }
    return Self.title(row).split(separator: ",").first.map { "row-" + anchor(String($0)) }
  }

  func html() -> String {
    let blocks = Markdown(text).blocks.map(withPrograms)
    let page = Markdown(blocks).html(rowID: rowID, link: links.callAsFunction)
    return Frame(
      links: links, title: title, description: description, path: path, scripts: ["copy.js"]
    ).html(
      """
      <article class="decision">\(page)
      <p class="evidence">\(Evidence.legend)</p></article>
      """)
  }

  private func withPrograms(_ block: Markdown.Block) -> Markdown.Block {
    guard case .table(let rows) = block else { return block }
    return .table(
      rows.map { row in
        guard row.count == 1 + Lesson.Version.apis.count,
          let lesson = row[0].firstMatch(of: /\]\(Lessons\/([^)]+)\)/)?.output.1
        else { return row }
        let programs = Lesson.Version.apis.map { version in
          "<br>[As one file](\(Links.program(String(lesson), version.id)))"
        }
        return row.prefix(1) + zip(row.dropFirst(), programs).map { $0 + $1 }
      })
  }
}
