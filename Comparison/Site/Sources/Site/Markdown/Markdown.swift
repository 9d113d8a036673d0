import Foundation
import Lessons
import Timelines

/// Converts the Markdown of the project's pages to HTML: headings, paragraphs, lists of one level, tables, fenced code,
/// emphasis, links and pictures. HTML in the text is escaped, except for `<br>`, `<sup>` and `<details>`. Comments are
/// dropped.
struct Markdown {
  enum Block: Equatable {
    case heading(Int, String)
    case paragraph(String)
    case list(isOrdered: Bool, [String])
    /// The first row is the heading.
    case table([[String]])
    case code(language: String, String)
    /// Blocks that are folded under a summary.
    case details(summary: String, [Block])

    /// The text of paragraphs, lists and folds.
    var prose: String {
      switch self {
      case .paragraph(let text): text
      case .list(_, let items): items.joined(separator: " ")
      case .details(let summary, let blocks): ([summary] + blocks.map(\.prose)).joined(separator: " ")
      case .heading, .table, .code: ""
      }
    }
  }

  let blocks: [Block]

  /// The rows of each table.
  var tables: [[[String]]] { blocks.compactMap { if case .table(let rows) = $0 { rows } else { nil } } }

  init(_ text: String) {
    var reader = BlockReader(text)
    blocks = reader.blocks()
  }

  init(_ blocks: [Block]) { self.blocks = blocks }

  /// Returns the blocks as HTML.
  /// - Parameters:
  ///   - rowID: Returns the id of a table's row, or nil if it has none.
  ///   - link: Returns the target of a link or picture on this page, or nil if only its text should be shown.
  func html(rowID: ([String]) -> String? = { _ in nil }, link: @escaping (String) -> String?) -> Markup {
    let inline = Inline(link: link).html
    return blocks.map { block -> Markup in
      switch block {
      case .heading(let level, let text): #"<h\#(level) id="\#(anchor(text))">\#(inline(text))</h\#(level)>"#
      case .paragraph(let text): "<p>\(inline(text))</p>"
      case .list(let isOrdered, let items): list(items.map(inline), isOrdered ? "ol" : "ul")
      case .table(let rows): table(rows, rowID, inline)
      case .code(let language, let text):
        """
        <pre tabindex="0"><code>\(language == "swift" ? SwiftTokens.html(text) : "\(text)")</code></pre>
        """
      case .details(let summary, let blocks):
        """
        <details><summary>\(inline(summary))</summary>
        \(Markdown(blocks).html(rowID: rowID, link: link))</details>
        """
      }
    }.joined(separator: "\n")
  }

  private func list(_ items: [Markup], _ name: String) -> Markup {
    "<\(name)>\(items.map { "<li>\($0)</li>" as Markup }.joined(separator: "\n"))</\(name)>"
  }

  /// Returns a table in a box that scrolls sideways if the table is too wide, and that the keyboard can reach. Each cell
  /// has the name of its column, for narrow windows in which cells are stacked.
  private func table(
    _ rows: [[String]], _ rowID: ([String]) -> String?, _ inline: (String) -> Markup
  ) -> Markup {
    let names = rows.first ?? []
    let headings = names.map { $0.isEmpty ? "<td></td>" : #"<th scope="col">\#(inline($0))</th>"# as Markup }
    let body = rows.dropFirst().map { row -> Markup in
      let cells = row.enumerated().dropFirst().map { place, cell -> Markup in
        let name = place < names.count ? names[place] : ""
        return "<td\(name.isEmpty ? nil : #" data-of="\#(name)""#)>\(inline(cell))</td>"
      }
      return """
        <tr\(rowID(row).map { #" id="\#($0)""# as Markup })><th scope="row">\(inline(row.first ?? ""))</th>\(cells)</tr>
        """
    }
    return """
      <div class="wide" tabindex="0" role="group" aria-label="Table">\
      <table><thead><tr>\(headings)</tr></thead><tbody>
      \(body.joined(separator: "\n"))</tbody></table></div>
      """
  }
}

/// Returns the anchor that GitHub makes from a heading, so that links within a page keep working.
func anchor(_ heading: String) -> String {
  let text = heading.lowercased().map { $0 == " " ? "-" : $0 }
  return String(text.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
}

/// Removes blocks from the start of a text.
private struct BlockReader {
  private var lines: ArraySlice<Substring>

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...] }

  /// - Parameter end: The line that ends these blocks, which is consumed, or nil if they end with the text.
  mutating func blocks(until end: Substring? = nil) -> [Markdown.Block] {
    var blocks: [Markdown.Block] = []
    while let line = lines.first, line != end {
      if line.allSatisfy(\.isWhitespace) || line.hasPrefix("<!--") {
        lines.removeFirst()
      } else if line.hasPrefix("```") {
        blocks.append(code())
      } else if let heading = heading(line) {
        lines.removeFirst()
        blocks.append(heading)
      } else if let summary = line.wholeMatch(of: #/<details><summary>(.*)</summary>/#)?.output.1 {
        lines.removeFirst()
        blocks.append(.details(summary: String(summary), self.blocks(until: "</details>")))
      } else if line.hasPrefix("|") {
        blocks.append(table())
      } else if let isOrdered = isItem(line) {
        blocks.append(list(isOrdered))
      } else {
        blocks.append(.paragraph(paragraph()))
      }
    }
    lines = lines.dropFirst()
    return blocks
  }

  private func heading(_ line: Substring) -> Markdown.Block? {
    line.wholeMatch(of: /(#{1,6}) (.*)/).map { .heading($0.1.count, String($0.2)) }
  }

  /// Returns whether a line begins an item of a numbered list (true) or a bulleted one (false), or nil if it begins
  /// neither.
  private func isItem(_ line: Substring) -> Bool? {
    if line.hasPrefix("- ") { return false }
    return line.prefixMatch(of: #/\d+\. /#) != nil ? true : nil
  }

  private func endsParagraph(_ line: Substring) -> Bool {
    let starts = ["```", "|", "<!--", "<details>", "</details>"]
    return line.allSatisfy(\.isWhitespace) || starts.contains(where: line.hasPrefix)
      || heading(line) != nil || isItem(line) != nil
  }

  private mutating func paragraph() -> String {
    var text = [String(lines.removeFirst())]
    while let line = lines.first, !endsParagraph(line) {
      text.append(String(line.drop { $0 == " " }))
      lines.removeFirst()
    }
    return text.joined(separator: " ")
  }

  private mutating func list(_ isOrdered: Bool) -> Markdown.Block {
    var items: [String] = []
    while let line = lines.first, isItem(line) == isOrdered {
      let text = paragraph()
      items.append(String(text.dropFirst(isOrdered ? text.prefix { $0 != " " }.count + 1 : 2)))
    }
    return .list(isOrdered: isOrdered, items)
  }

  private mutating func code() -> Markdown.Block {
    let language = String(lines.removeFirst().dropFirst(3))
    let text = lines.prefix { !$0.hasPrefix("```") }
    lines = lines.dropFirst(text.count + 1)
    return .code(language: language, text.joined(separator: "\n"))
  }

  private mutating func table() -> Markdown.Block {
    let rows = lines.prefix { $0.hasPrefix("|") }
    lines = lines.dropFirst(rows.count)
    return .table(rows.enumerated().filter { $0.offset != 1 }.map { cells($0.element) })
  }

  /// Splits a row into cells. A bar in code isn't a separator.
  private func cells(_ row: Substring) -> [String] {
    var (cells, isCode) = ([""], false)
    for character in row.dropFirst() {
      if character == "`" { isCode.toggle() }
      if character == "|", !isCode { cells.append("") } else { cells[cells.count - 1].append(character) }
    }
    return cells.dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
