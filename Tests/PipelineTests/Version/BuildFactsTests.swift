import Foundation
import TestSupport
import Testing

/// The script that the build runs.
private let script = Page.file("Sources/Plugins/build-facts.sh").path

@Suite("What a build knows of its sources", .serialized, .timeLimit(.minutes(15)))
struct BuildFactsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("It is built from the clone's last commit; a change to a source, and to nothing else, modifies it")
  func clone() async throws {
    let commit = try await commitAll()
    #expect(try await facts() == .init(commit: commit))
    try folder.write("changed", to: "other.txt")
    #expect(try await facts() == .init(commit: commit))
    try folder.write("changed", to: "source.swift")
    #expect(try await facts() == .init(commit: commit, isModified: true))
    let next = try await commitAll()
    #expect(try await facts() == .init(commit: next))
  }

  @Test("A copy in another repository is not built from that one's commit")
  func copy() async throws {
    _ = try await commitAll()
    try folder.makeFolder("copy")
    #expect(try await facts(of: "copy") == .init(commit: ""))
  }

  @Test("An archive is built from the commit that git wrote into it")
  func archive() async throws {
    #expect(try await facts() == .init(commit: ""), "no archive, as nothing was written into it")
    try folder.write("3455f6b820497c4cf2c7d2a4b2a7ee0c4d7ac7b1\n", to: "archived.txt")
    #expect(try await facts() == .init(commit: "3455f6b82049"))
  }

  @Test("A file of facts that are still true is left alone")
  func unchanged() async throws {
    _ = try await facts()
    let before = try inode()
    _ = try await facts()
    #expect(try inode() == before)
    _ = try await commitAll()
    _ = try await facts()
    #expect(try inode() != before)
  }

  // MARK: Helpers

  private struct Facts: Equatable {
    var commit: String
    var isModified = false
  }

  private func facts(of clone: String = "") async throws -> Facts {
    for name in ["source.swift", "archived.txt"] where !exists(name) {
      try folder.write("$Format:%H$\n", to: name)
    }
    let path = folder.path
    try await folder.runTool(
      "/bin/sh",
      [
        script, "\(path)/.facts", "/bin/false", "\(path)/\(clone)", "\(path)/archived.txt",
        "\(path)/source.swift",
      ])
    let text = try folder.text(".facts")
    let commit = try #require(text.firstMatch(of: /commit = "(.*)"/)).1
    #expect(text.contains(#"compiler = """#), "there is none that tells its version")
    return Facts(commit: String(commit), isModified: text.contains("isModified = true"))
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(name)")
  }

  private func inode() throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: "\(folder.path)/.facts")[.systemFileNumber] as? Int
  }

  private func commitAll() async throws -> String {
    if !exists("source.swift") { try folder.write("original", to: "source.swift") }
    return try await folder.commitAll()
  }
}
