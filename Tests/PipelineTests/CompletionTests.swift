import Foundation
import TestSupport
import Testing

@testable import pipeline

@Suite("Completions")
struct CompletionTests {
  private static let script = Pipeline.completionScript(for: .bash)

  @Test(
    "In bash, subcommands, engines and options are completed",
    arguments: [
      ("photos --engine ''", "gcd operation tasks serial"), ("photos --inten", "--intensity"),
      ("po", "poster"), ("gallery --engine b", "both"), ("compare --eng", "--engines"),
    ])
  func bash(words: String, expected: String) async throws {
    let folder = try Folder()
    let test = """
      \(Self.script)
      COMP_WORDS=(pipeline \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="${COMP_WORDS[*]}"
      COMP_POINT=${#COMP_LINE}; COMPREPLY=()
      _pipeline pipeline "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[*]}"
      """
    try folder.write(test, to: "test.bash")
    let result = try await Program.run([], in: folder.path, by: "exec bash test.bash")
    #expect(result.output == expected + "\n", "\(result.error)")
  }
}
