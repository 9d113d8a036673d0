import Foundation
import Testing

/// Checks that the table of changes in CONTRIBUTING names files that exist, and counts them correctly.
@Suite("Where a change goes")
struct ChangesTests {
  private struct Change: CustomTestStringConvertible {
    let name: String
    let count: Int?
    let paths: [String]

    var testDescription: String { name }
  }

  /// Returns whether a name is a path. Names of types, and files without a folder, are hints and don't count.
  private static func isPath(_ name: String) -> Bool {
    name == "Package.swift" || [".ci/", "Sources/", "Comparison/"].contains { name.hasPrefix($0) }
  }

  private static let changes: [Change] = {
    let page = try? Page(".github/CONTRIBUTING.md")
    let section = page?.sections.first { $0.heading == "Where a change goes" }
    return (section?.text ?? "").split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map {
      row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let paths = cells[2].matches(of: /`([^`]+)`/).map { String($0.output.1) }
      return Change(name: cells[0], count: Int(cells[1]), paths: paths.filter(isPath))
    }
  }()

  @Test("Each row names files that exist, and as many as it says", arguments: changes)
  private func files(change: Change) {
    for path in change.paths {
      #expect(FileManager.default.fileExists(atPath: Page.file(path).path), "\(path)")
    }
    #expect(change.count == Set(change.paths).count)
  }

  @Test("The table has all rows")
  func rows() { #expect(Self.changes.count > 20) }
}
