import LessonKit
import Lessons

/// The decision page of the repository, or a page beside it. In a table of needs, a row that links a lesson also links the
/// lesson's three programs.
struct DecisionPage {
  let text: String
  let title: String
  let description: String
  let path: String
  /// The name of the page's rows where they are found, and how much the titles of rows count there. To someone who looks
  /// for an API, only needs are as useful as lessons.
  let rows: (name: String, weight: SearchIndex.Weight)
  let repository: String?

  /// Returns the title of a row: its first cell, up to a colon or a semicolon.
  static func title(_ row: [String]) -> String {
    plainText(row.first ?? "").split { ":;".contains($0) }.first.map(String.init) ?? ""
  }

  /// Returns the id of a row that links a lesson, from its title up to a comma.
  static func rowID(_ row: [String]) -> String? {
    guard row.contains(where: { $0.contains("](Lessons/") }) else { return nil }
    return title(row).split(separator: ",").first.map { "row-" + anchor(String($0)) }
  }

  func html() -> String {
    let links = Links(repository: repository, depth: 0, folder: "Comparison")
    let page = Markdown(Markdown(text).blocks.map(withPrograms)).html(
      rowID: rows.weight == .title ? { _ in nil } : Self.rowID
    ) { address in
      address.hasPrefix(Links.programs) ? address : links(address)
    }
    return Frame(
      links: links, title: title, description: description, path: path, scripts: ["copy.js"]
    ).html("<article class=\"decision\">\(page)\n<p class=\"evidence\">\(Evidence.legend)</p></article>")
  }

  private func withPrograms(_ block: Markdown.Block) -> Markdown.Block {
    guard case .table(let rows) = block else { return block }
    return .table(
      rows.map { row in
        guard row.count == 1 + Lesson.Version.apis.count,
          let lesson = row[0].firstMatch(of: /\]\(Lessons\/([^)]+)\)/)?.output.1
        else { return row }
        let programs = Lesson.Version.apis.map { version in
          "<br>[As one file](\(Links.program(String(lesson), version.color.rawValue)))"
        }
        return row.prefix(1) + zip(row.dropFirst(), programs).map { $0 + $1 }
      })
  }
}
