import Foundation
import Testing
import Version

/// Checks that the README's first lines are those that the checks run.
@Suite("The README's first commands")
struct FirstCommandsTests {
  private func text(_ path: String) throws -> String { try Page(path).text }

  @Test("The workflow runs the README's commands as they stand there, and .ci/run the first of them")
  func commands() throws {
    let lines = try text("README.md").split(separator: "\n").filter { $0.hasPrefix(".ci/setup && ") }
    let commands = lines.map { $0.split(separator: "#")[0].trimmingCharacters(in: .whitespaces) }
    #expect(commands == [".ci/setup && swift run pipeline", ".ci/setup && swift test"])
    #expect(
      try text(".github/workflows/linux.yml").contains("command: [\(commands.joined(separator: ", "))]"))
    #expect(try text(".ci/run").contains(#"grep -m1 '^\.ci/setup && swift run' README.md"#))
  }

  @Test(
    "The line to copy and the newest changes are for this version",
    arguments: [
      ("README.md", "from: \"\(Version.number)\""),
      ("Sources/Engine/Engine.docc/Engine.md", "from: \"\(Version.number)\""),
      (".github/CHANGELOG.md", "\n## \(Version.number)"),
    ])
  func version(page: String, text: String) throws { #expect(try self.text(page).contains(text)) }
}
