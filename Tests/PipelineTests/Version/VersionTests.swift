import Foundation
import TestSupport
import Testing
import Version

@testable import Measurement

@Suite("The version", .timeLimit(.minutes(15)))
final class VersionTests: CommandTests {
  @Test("--version tells the commit and the compiler that the program was built from")
  func version() async throws {
    let lines = try await folder.run("--version").output.split(separator: "\n")
    #expect(lines[0] == "pipeline \(Version.number)")
    #expect(lines[1] == "built from \(Version.build) by \(Version.compiler)")
    #expect(Version.compiler.contains(/Swift version \d/))
  }

  @Test("A record made in another repository names this program's commit; no temporary file stays behind")
  func record() async throws {
    let graph = JobGraph(queues: [.init(name: "a", width: 1)], jobs: [.init(name: "one", wait: 0.01)])
    try graph.lines().write(to: URL(fileURLWithPath: folder.path + "/jobs.jsonl"))
    let commit = "git init -q; git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m a"
    try await folder.run(
      "compare --workload jobs.jsonl --engines gcd --runs 1 --record kept.json",
      by: "\(commit); mkdir temporary; TMPDIR=$PWD/temporary exec \"$@\"")
    let record = try comparisonRecord()
    #expect((record.commit, record.isModified) == (Version.commit, Version.isModified))
    #expect(record.versions == ["pipeline": Version.build, "swift": Version.compiler])
    #expect(try folder.names("temporary").isEmpty)
  }
}
