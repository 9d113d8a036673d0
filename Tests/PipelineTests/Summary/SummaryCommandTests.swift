import Foundation
import Measurement
import TestSupport
import Testing

@testable import pipeline

@Suite("The summary of parts", .serialized, .timeLimit(.minutes(15)))
final class SummaryCommandTests: CommandTests {
  /// Returns the output of a run of one part of a list.
  private static func report(
    _ shard: String, of list: String = "a list", done: Int = 4, count: (String, Int) = ("skipped", 0)
  ) -> String {
    let counts = ["listed": 4, "skipped": 0, "cancelled": 4 - done, "bytesFetched": 0].merging([count]) { $1 }
    return """
      {"engine": "gcd", "out": "sepia", "interrupted": false, "failed": [], "filtered": \(done), "figures": {},
       \(counts.map { "\"\($0)\": \($1)" }.joined(separator: ", ")),
       "part": {"shard": "\(shard)", "listLength": 12, "listDigest": "\(list)"}}
      """
  }

  private func sum(_ files: (name: String, text: String)...) -> PartsSum {
    PartsSum(files.map { ($0.name, RunRecord(printed: Data($0.text.utf8))) })
  }

  @Test("All parts together are the list", arguments: ["photos", "download"], ["--json", "--json-lines"])
  func whole(command: String, option: String) async throws {
    try list(12)
    // Each part has its own folder. URLs decide which photos are in a part, and their port is different in each
    // run, so a folder left by another run might already have all of them.
    for number in 1...3 {
      let run = try await folder.run("\(command) list.txt --shard \(number)/3 \(option) --out of-\(number)")
      try folder.write(run.output, to: "\(number).json")
    }
    let text = try await folder.run("summary 1.json 2.json 3.json").output
    #expect(text.contains("3 parts, 12 entries of 12") && text.contains("done           12"), "\(text)")
  }

  @Test("The output of an older download is read: lines without a kind, and a record with its own key")
  func older() throws {
    let record = Self.report("1/1").replacing("filtered", with: "saved").replacing("\n", with: "")
    let line = #"{"bytes":3,"file":"Image 1.png","name":"a","position":1,"state":"saved","url":"a"}"#
    #expect(try #require(RunRecord(printed: Data("\(line)\n\(record)\n".utf8))).doneCount == 4)
  }

  @Test("Parts that are missing, or there twice, are named")
  func missing() async throws {
    let (one, three) = (Self.report("1/3"), Self.report("3/3"))
    for (name, text) in [("1.json", one), ("3.json", three)] { try folder.write(text, to: name) }
    let result = try await folder.run("summary --json 1.json 3.json 1.json", status: 3)
    let sum = sum(("1.json", one), ("3.json", three), ("1.json", one))
    #expect(result.output == String(decoding: try jsonLine(sum, isCompact: false), as: UTF8.self))
    #expect((sum.missing, sum.twice, sum.parts) == (["2/3"], ["1/3"], 2))
  }

  @Test(
    "A part that died, that failed, of another division or of another list is named with its file",
    arguments: [
      ("", "may have failed"), (report("2/3"), "others are of 2"),
      (report("2/2", of: "another"), "another list"), (report("2/2", done: 3), "0 failed and 1 cancelled"),
    ])
  func problems(report: String, words: String) {
    let sum = sum(("good.json", Self.report("1/2")), ("bad.json", report))
    #expect(!sum.isWhole && sum.problems.count == 1)
    #expect(sum.problems[0].hasPrefix("bad.json") && sum.problems[0].contains(words), "\(sum.problems)")
  }

  @Test(
    "Counts that no run can have make a report none, whatever their sum would be",
    arguments: ["listed", "skipped", "cancelled", "bytesFetched"])
  func endless(count: String) {
    let bad = Self.report("1/2", count: (count, .max))
    let sum = sum(("bad.json", bad), ("bad.json", bad))
    #expect(!sum.isWhole)
    #expect(sum.problems.first?.contains("no report of a part") == true)
  }

  @Test("A part that took for ever can be printed")
  func longTime() {
    #expect(shortDurationText(1e300).hasSuffix(" min"))
    #expect(shortDurationText(7260) == "2 h 1 min")
  }
}
