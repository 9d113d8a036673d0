import Foundation
import LessonKit
import Lessons

/// The index of the search box: lessons with the API names in their code, and needs with their code.
struct SearchIndex {
  private struct Entry: Encodable {
    let title: String
    let address: String
    /// The words in lower case, without duplicates.
    let words: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(title)
      try container.encode(address)
      try container.encode(words)
    }
  }

  private let entries: [Entry]

  /// The maximum number of entries that a word may occur in. More frequent words are dropped.
  private static let most = 12

  init(lessons: [Lesson], table: VerdictTable, decision: String) {
    let links = Links(repository: nil, depth: 0, folder: "Comparison")
    let all =
      lessons.map { lesson in
        let row = table[lesson.text.folder]
        let code = Lesson.Version.allCases.map { lesson.plain($0).text }.joined(separator: "\n")
        let names = code.matches(of: /[.@ (]([A-Za-z][A-Za-z]{3,})\b/).map { String($0.output.1) }
        return Entry(
          title: "\(lesson.number) · \(row?.title ?? lesson.title)",
          address: Links.lesson(lesson.text.folder),
          words: Self.words([
            lesson.title, row?.cells.joined(separator: " ") ?? "", names.joined(separator: " "),
          ]))
      }
      + Self.needs(decision).compactMap { row in
        guard let link = row[0].firstMatch(of: /\[(.*)\]\((.*?)\)/),
          let address = links(String(link.output.2))
        else { return nil }
        return Entry(
          title: String(link.output.1), address: address, words: Self.words(Array(row.dropFirst())))
      }
    let counts = all.flatMap { $0.words.split(separator: " ") }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    entries = all.map { entry in
      let words = entry.words.split(separator: " ").filter { counts[$0, default: 0] <= Self.most }
      return Entry(title: entry.title, address: entry.address, words: words.joined(separator: " "))
    }
  }

  /// The rows of the decision's tables of needs.
  private static func needs(_ decision: String) -> [[String]] {
    Markdown(decision).blocks.flatMap { block -> [[String]] in
      guard case .table(let rows) = block, rows.first?.first == "need" else { return [] }
      return Array(rows.dropFirst())
    }
  }

  private static func words(_ texts: [String]) -> String {
    let words = texts.joined(separator: " ").replacing(/\]\([^)]*\)|<\/?sup>/, with: " ").lowercased()
      .split { !($0.isLetter || $0.isNumber) }
    return Set(words.filter { $0.count > 2 }).sorted().joined(separator: " ")
  }

  /// Returns the script of the search box, with the index embedded because a page opened from a file can't load one.
  func script(_ box: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return "const entries = \(String(decoding: try encoder.encode(entries), as: UTF8.self));\n\(box)"
  }
}
