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

  func html() -> String {
    let links = Links(repository: repository, depth: 0, folder: "Comparison")
    let page = Markdown(Markdown(text).blocks.map(withPrograms)).html { address in
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
