import Foundation

/// A page of the repository in Markdown.
struct Page {
  /// A row of a table of options.
  struct Row {
    let options: [String]
    /// The default, exactly as written on the page.
    let standard: String
  }

  /// The text below a heading of the second or third level. A section of the second level includes its sections of
  /// the third.
  struct Section {
    let heading: String
    let text: String

    var rows: [Row] {
      text.split(separator: "\n").compactMap { line in
        let cells = line.replacing("\\|", with: "").split(separator: "|").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard line.hasPrefix("| `-"), cells.count == 3 else { return nil }
        return Row(
          options: cells[0].matches(of: /`(-[^`]+)`/).map { String($0.output.1) }, standard: cells[2])
      }
    }
  }

  let text: String

  /// - Parameter path: The path from the repository's root.
  init(_ path: String) throws {
    text = try String(contentsOf: Self.file(path), encoding: .utf8)
  }

  static func file(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../\(path)")
      .standardizedFileURL
  }

  /// Returns the path from the repository's root that a page's link leads to.
  static func path(_ link: String, from page: String) -> String {
    var path = page.split(separator: "/").dropLast()
    for part in link.split(separator: "/") where part != "." {
      if part == ".." { path = path.dropLast() } else { path.append(part) }
    }
    return path.joined(separator: "/")
  }

  /// The text without code blocks, in lines.
  private var lines: [Substring] {
    text.replacing(/(?m)^```.*\n(?:.*\n)*?```$/, with: "")
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func level(_ line: Substring) -> Int? {
    line.prefixMatch(of: /#+\s/).map { $0.output.count - 1 }
  }

  var sections: [Section] {
    let lines = lines
    return lines.indices.compactMap { start in
      guard let level = Self.level(lines[start]), level == 2 || level == 3 else { return nil }
      let rest = lines[(start + 1)...]
      let end = rest.firstIndex { Self.level($0).map { $0 <= level } ?? false } ?? lines.endIndex
      return Section(
        heading: String(lines[start].dropFirst(level + 1)),
        text: lines[(start + 1)..<end].joined(separator: "\n"))
    }
  }

  /// The table of commands and options: each option's spellings, and whether each command takes it.
  var takers: [(option: [String], commands: [String: Bool])] {
    let table = text.firstMatch(of: /<!-- options -->\n((?:\|.*\n)+)<!-- \/options -->/)?.output.1 ?? ""
    let rows = table.split(separator: "\n").map { row in
      row.split(separator: "|").map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
    }
    return rows.dropFirst(2).map { row in
      (
        words(row[0].replacing(",", with: "")),
        Dictionary(uniqueKeysWithValues: zip(rows[0], row).dropFirst().map { ($0, $1 == "✓") })
      )
    }
  }

  var anchors: Set<String> {
    Set(lines.compactMap { line in Self.level(line).map { Self.anchor(String(line.dropFirst($0 + 1))) } })
  }

  /// Returns the anchor that GitHub gives a heading.
  static func anchor(_ heading: String) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return kept.replacing(" ", with: "-")
  }

  var links: [String] {
    lines.joined(separator: "\n").matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
      + text.matches(of: /<img src="([^"]+)"/).map { String($0.output.1) }
  }
}
