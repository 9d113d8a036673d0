import Foundation
import TestSupport
import Testing

@Suite("Stale records", .enabled(if: Tool.python3.isHere, "Python is needed"), .timeLimit(.minutes(15)))
struct StaleRecordsTests {
  private let folder: Folder
  private let record = "Comparison/Results/photos.json"
  private let source = "Sources/Engines/GCD/Queue.swift"

  /// Creates a repository with a record of its first commit.
  init() async throws {
    folder = try Folder()
    try folder.makeFolder(".ci")
    try FileManager.default.copyItem(
      atPath: Page.file(".ci/stale-records").path, toPath: folder.path + "/.ci/stale-records")
    try folder.write("let a = 1\n", to: source)
    try record(try await folder.commitAll())
  }

  private func record(_ commit: String, isModified: Bool = false) throws {
    try folder.write(#"{"commit": "\#(commit)", "isModified": \#(isModified)}"#, to: record)
  }

  private func list(_ names: String..., status: Int32 = 0) async throws -> String {
    try await folder.runTool("\(folder.path)/.ci/stale-records", names, status: status)
  }

  @Test("A record is stale from the moment that code it measured changes; comments and pages don't count")
  func stale() async throws {
    #expect(try await list("photos") == "None of 1 records is stale.")
    try folder.write("// A comment.\n\nlet a = 1\n", to: source)
    try folder.write("A page.\n", to: "Sources/Engines/GCD/README.md")
    try await folder.commitAll()
    #expect(try await list("photos") == "None of 1 records is stale.")
    try folder.write("let a = 2\n", to: source)
    #expect(try await list().hasPrefix("THE MAIN JOB'S RECORD IS STALE. photos: changed since "))
    #expect(try await list("photos", status: 1).hasSuffix(": Engines/GCD"))
  }

  @Test("A record of lessons is stale if the code of a version has changed; comments don't count")
  func lessons() async throws {
    let lesson = "Comparison/Lessons/06-name"
    try folder.write("// A comment.\n\n  let a = 1\n", to: "\(lesson)/GCD.swift")
    let version = #"{"lesson": "06-name", "version": "GCD", "code": "88a948f56987da51"}"#
    try folder.write(#"{"measurement": [\#(version)]}"#, to: "Comparison/Results/lessons-Linux.json")
    _ = try await list("lessons-Linux")
    try folder.write("let a = 2\n", to: "\(lesson)/GCD.swift")
    #expect(
      try await list("lessons-Linux", status: 1).hasSuffix("changed since it was recorded: 06-name (GCD)"))
  }

  @Test("A record of changed sources, or of a commit that isn't there, is listed with the reason")
  func unknown() async throws {
    try record(try await folder.commitAll(), isModified: true)
    #expect(try await list().contains("photos: measured sources that were changed after "))
    try record("0123456789ab")
    #expect(try await list().hasSuffix("photos: unknown: this clone has no commit 0123456789ab"))
    try folder.write("{}", to: record)
    #expect(try await list().hasSuffix("photos: unknown: it names no commit"))
  }

  @Test("A record that no row of the table covers is refused")
  func uncovered() async throws {
    try folder.write("{}", to: "Comparison/Results/new.json")
    _ = try await list(status: 1)
  }
}
