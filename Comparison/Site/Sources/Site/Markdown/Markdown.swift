import LessonKit
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
  }

  let blocks: [Block]

  init(_ text: String) {
    var reader = BlockReader(text)
    blocks = reader.blocks()
  }

  init(_ blocks: some Sequence<Block>) { self.blocks = Array(blocks) }

  /// Returns the blocks as HTML.
  /// - Parameters:
  ///   - rowID: Returns the id of a table's row, or nil if it has none.
  ///   - link: Returns the target of a link or picture on this page, or nil if only its text should be shown.
  func html(rowID: ([String]) -> String? = { _ in nil }, link: @escaping (String) -> String?) -> String {
    func inline(_ text: String) -> String { Inline(link: link).html(text) }
    return blocks.map { block in
      switch block {
      case .heading(let level, let text):
        return "<h\(level) id=\"\(anchor(text))\">\(inline(text))</h\(level)>"
      case .paragraph(let text): return "<p>\(inline(text))</p>"
      case .list(let isOrdered, let items):
        let name = isOrdered ? "ol" : "ul"
        return "<\(name)>\(items.map { "<li>\(inline($0))</li>" }.joined(separator: "\n"))</\(name)>"
      case .table(let rows):
        return Self.table(rows.map { $0.map(inline) }, names: rows.first ?? [], ids: rows.map(rowID))
      case .code(let language, let text):
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let code =
          language == "swift" ? lines.map { SwiftTokens.html($0) } : lines.map { escaped(String($0)) }
        return "<pre tabindex=\"0\"><code>\(code.joined(separator: "\n"))</code></pre>"
      case .details(let summary, let blocks):
        let text = Markdown(blocks).html(rowID: rowID, link: link)
        return "<details><summary>\(inline(summary))</summary>\n\(text)</details>"
      }
    }.joined(separator: "\n")
  }

  /// Returns a table in a box that scrolls sideways if the table is too wide, and that the keyboard can reach.
  /// - Parameters:
  ///   - names: The names of the columns, for narrow windows in which cells are stacked.
  ///   - ids: The ids of the rows, including the heading, whose id is ignored.
  private static func table(_ rows: [[String]], names: [String], ids: [String?]) -> String {
    guard let head = rows.first else { return "" }
    let headings = head.map { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\($0)</th>" }.joined()
    let body = zip(rows, ids).dropFirst().map { row, id in
      "<tr\(id.map { " id=\"\($0)\"" } ?? "")>"
        + row.enumerated().map { place, cell in
          guard place > 0 else { return "<th scope=\"row\">\(cell)</th>" }
          let name = place < names.count ? names[place] : ""
          return (name.isEmpty ? "<td>" : "<td data-of=\"\(escaped(name))\">") + "\(cell)</td>"
        }.joined()
        + "</tr>"
    }
    return "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">"
      + "<table><thead><tr>\(headings)</tr></thead>"
      + "<tbody>\n\(body.joined(separator: "\n"))</tbody></table></div>"
  }
}

/// Returns the anchor that GitHub makes from a heading, so that links within a page keep working.
func anchor(_ heading: String) -> String {
  let text = heading.lowercased().map { $0 == " " ? "-" : $0 }
  return String(text.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
}

func escaped(_ text: String) -> String { escapedForMarkup(text) }

/// Escapes the text of an element. Quotes are left alone, because code is full of them.
func escapedCode(_ text: Substring) -> String {
  escapedForMarkup(String(text)).replacing("&quot;", with: "\"")
}

/// Removes blocks from the start of a text.
private struct BlockReader {
  private var lines: ArraySlice<Substring>

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
  }

  /// - Parameter end: The line that ends these blocks, which is consumed, or nil if they end with the text.
  mutating func blocks(until end: String? = nil) -> [Markdown.Block] {
    var blocks: [Markdown.Block] = []
    while let line = lines.first {
      if let end, line == end {
        lines.removeFirst()
        break
      }
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
    return blocks
  }

  private func heading(_ line: Substring) -> Markdown.Block? {
    let level = line.prefix { $0 == "#" }.count
    guard (1...6).contains(level), line.dropFirst(level).first == " " else { return nil }
    return .heading(level, String(line.dropFirst(level + 1)))
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
    var cells: [String] = [""]
    var isCode = false
    for character in row.drop(while: { $0 == " " }).dropFirst() {
      if character == "`" { isCode.toggle() }
      if character == "|", !isCode { cells.append("") } else { cells[cells.count - 1].append(character) }
    }
    return cells.dropLast().map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}
