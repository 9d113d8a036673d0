import Foundation
import Lessons
import Testing

/// Checks the table of the code that each need takes. `Comparison/code.tsv` marks the lines of the lessons that serve a
/// need, and `.ci/code-table` writes their numbers into the pages.
@Suite struct CodeTable {
  private static let decision = "GCD-or-Operation.md"
  private static let classicPhotos = lessons.first { $0.number == 28 }

  @Test("The numbers of lines on the decision page and in lesson 28 are those of the shown code")
  func current() throws {
    let readme = "Lessons/\(try #require(Self.classicPhotos).folder)/README.md"
    let (decision, lesson) = (try comparisonText(Self.decision), try comparisonText(readme))
    let table = try Self.updated(decision)
    for (page, text, current) in [
      (Self.decision, decision, table), (readme, lesson, try Self.updated(lesson, from: table)),
    ] {
      if ProcessInfo.processInfo.environment["CODE_TABLE"] == "write" {
        try Data(current.utf8).write(to: comparisonFile(page))
      } else {
        #expect(text == current, "\(page): run .ci/code-table")
      }
    }
  }

  @Test("A line counts once if it has code, and the first line of a mark must be there exactly once")
  func marks() throws {
    let code = PlainCode(
      """
      import Dispatch

      /// Adds two.
      func add() {
        // Begins.
        for _ in 1...2 {
          start()  // It returns.
        }

        start(2)
      }
      func end() {
      }

      """)
    func count(_ marks: (String, String)...) throws -> Int { try code.count(marks) }
    #expect(try count(("", "")) == 9)
    #expect(try count(("func add() {", "}")) == 6)
    #expect(try count(("for _ in 1...2 {", "start(2)"), ("start()", "")) == 4)
    for mark in [("}", ""), ("// Begins.", ""), ("start", ""), ("start(2)", "}")] {
      #expect(throws: MarkError.self, "\(mark)") { try count(mark) }
    }
  }

  /// Returns the decision page with the numbers in its table. A row begins with its need, which links the lesson.
  private static func updated(_ page: String) throws -> String {
    let marks = try comparisonText("code.tsv").split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    var needs = Set(marks.map { $0[0] })
    let parts = try #require(page.firstMatch(of: /(?s)^(.*<!-- code -->\n)(.*)(<!-- \/code -->.*)$/)).output
    let rows = try parts.2.split(separator: "\n").map { row in
      guard let (_, need, folder) = row.firstMatch(of: /^\| \[([^\]]+)\]\(Lessons\/([^)]+)\)/)?.output
      else { return String(row) }
      let lesson = try #require(lessons.first { $0.folder == folder }, "\(folder)")
      #expect(needs.remove(String(need)) != nil, "code.tsv has no marks of “\(need)”")
      var cells = row.components(separatedBy: " | ")
      for (place, version) in Lesson.Version.apis.enumerated() {
        let own = marks.filter { $0[0] == need && $0[1] == "\(version)" }.map { ($0[2], $0[3]) }
        cells[place + 1] = own.isEmpty ? "–" : "\(try lesson.plain(version).count(own))"
      }
      return cells.joined(separator: " | ")
    }
    #expect(needs.isEmpty, "no row of the table has these needs")
    return parts.1 + rows.map { $0 + "\n" }.joined() + parts.3
  }

  /// Returns the readme of lesson 28 with the numbers of the decision page's table in its sentence.
  private static func updated(_ readme: String, from page: String) throws -> String {
    func numbers(_ need: String) throws -> [Int?] {
      let row = page.split(separator: "\n").first { $0.hasPrefix("| [\(need)]") }
      return try #require(row, "\(need)").components(separatedBy: " | ")[1...3].map { Int($0) }
    }
    let (list, base) = (try numbers("the whole list"), try numbers("base class"))
    let (gcd, operation) = (try #require(list[0]), try #require(list[1]))
    let sentence = /needs \d+ lines (?:more|fewer) than with Operation, whose base class adds \d+/
    let range = try #require(readme.firstRange(of: sentence), "lesson 28 doesn't compare the lists")
    let words =
      "needs \(abs(gcd - operation)) lines \(gcd > operation ? "more" : "fewer") than with Operation, "
      + "whose base class adds \(try #require(base[1]))"
    return readme.replacingCharacters(in: range, with: words)
  }
}

private struct MarkError: Error {
  let mark: String
}

extension PlainCode {
  /// Returns the number of lines with code that marks cover.
  /// - Parameter marks: The first line of each part, and its last line, which is the next such one with the same
  ///   indentation. If `last` is empty, the part is one line. If both are, it is all code.
  fileprivate func count(_ marks: [(first: String, last: String)]) throws -> Int {
    let code = lines.map { line in
      (
        indentation: line.text.prefix { $0 == " " }.count,
        text: SwiftTokens.of(line.text[...]).filter { $0.kind != .comment }.map(\.text).joined()
          .trimmingCharacters(in: .whitespaces)
      )
    }
    var covered: Set<Int> = []
    for (first, last) in marks {
      let places = code.indices.filter { code[$0].text == first && !first.isEmpty }
      let end = places.first.flatMap { place in
        last.isEmpty
          ? place : code[place...].firstIndex { $0.text == last && $0.indentation == code[place].indentation }
      }
      if first.isEmpty, last.isEmpty {
        covered.formUnion(code.indices)
      } else if places.count == 1, let end {
        covered.formUnion(places[0]...end)
      } else {
        throw MarkError(mark: first)
      }
    }
    return covered.count { !code[$0].text.isEmpty }
  }
}
