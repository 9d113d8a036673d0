import Foundation
import TestSupport
import Testing

@testable import pipeline

@Suite("Completions")
struct CompletionTests {
  @Test("What comes without a subcommand is completed as for photos", arguments: ["bash", "zsh", "fish"])
  func forPhotos(shell: String) async throws {
    let folder = try Folder()
    let result = try await Program.run(["--generate-completion-script", shell], in: folder.path)
    #expect(result.status == 0)
    // The argument parser may write another script one day: then what is added has no place any more.
    #expect(result.output.contains("# What comes without a subcommand is for photos."))
  }

  @Test(
    "In bash, engines and options are completed, with and without a subcommand",
    arguments: [
      ("--engine ''", "gcd operation tasks serial"), ("--eng", "--engine"),
      ("list.json --compr", "--compression"),
      ("po", "poster"), ("gallery --engine b", "both"), ("compare --eng", "--engines"),
    ])
  func bash(words: String, expected: String) async throws {
    let folder = try Folder()
    let script = try await Program.run(["--generate-completion-script", "bash"], in: folder.path).output
    let test = """
      \(script)
      COMP_WORDS=(pipeline \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="${COMP_WORDS[*]}"
      COMP_POINT=${#COMP_LINE}; COMPREPLY=()
      _pipeline_or_photos pipeline "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[*]}"
      """
    try Data(test.utf8).write(to: URL(fileURLWithPath: folder.path + "/test.bash"))
    let result = try await Program.run([], in: folder.path, by: "exec bash test.bash")
    #expect(result.output == expected + "\n", "\(result.error)")
  }
}
