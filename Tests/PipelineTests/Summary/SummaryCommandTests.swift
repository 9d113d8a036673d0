import Foundation
import Measurement
import SampleServer
import TestSupport
import Testing

@testable import pipeline

@Suite("The summary of parts", .serialized, .timeLimit(.minutes(15)))
final class SummaryCommandTests: CommandTests {
  override init() throws {
    try super.init()
    try list(12)
  }

  /// Runs a part, and keeps what it prints. Each has a folder of its own: URLs, with a port that differs each time, decide
  /// what is in a part, and another run might have left all of that.
  private func run(_ command: String, _ shard: String, as file: String) async throws {
    let result = try await folder.run(
      "\(command) list.txt --shard \(shard) --json --out of-\(file) --retries 0", status: nil)
    try folder.write(result.output, to: file)
  }

  private func sum(_ files: String...) throws -> PartsSum {
    PartsSum(
      try files.map { file in
        (file, RunRecord(printed: try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)"))))
      })
  }

  @Test("All parts together are the list", arguments: ["photos", "download"])
  func whole(command: String) async throws {
    for number in 1...3 { try await run(command, "\(number)/3", as: "\(number).json") }
    let sum = try sum("1.json", "2.json", "3.json")
    #expect(sum.isWhole && sum.parts == 3 && sum.listLength == 12 && sum.listed == 12 && sum.done == 12)
    #expect(sum.missing + sum.twice + sum.problems == [])
    let text = try await folder.run("summary 1.json 2.json 3.json")
    #expect(text.output.contains("3 parts, 12 entries of 12"), "\(text.output)")
  }

  @Test("Parts that are missing, or there twice, are named", arguments: ["photos", "download"])
  func missing(command: String) async throws {
    for number in [1, 3] { try await run(command, "\(number)/3", as: "\(number).json") }
    let result = try await folder.run("summary --json 1.json 3.json 1.json", status: 3)
    let sum = try sum("1.json", "3.json", "1.json")
    #expect(result.output == String(decoding: try jsonLine(sum, isCompact: false), as: UTF8.self))
    #expect(sum.missing == ["2/3"])
    #expect(sum.twice == ["1/3"])
    #expect(sum.parts == 2)
  }

  @Test("A part that died, that failed, of another division or of another list is named with its file")
  func problems() async throws {
    try await run("photos", "1/2", as: "good.json")
    try folder.write("", to: "died.json")
    try await run("photos", "2/3", as: "division.json")
    server.handler = { _ in .now(.notFound("")) }
    try await run("photos", "2/2", as: "failed.json")
    server.handler = { _ in nil }
    try list(13)
    try await run("photos", "2/2", as: "list.json")
    for (file, words) in [
      ("died.json", "may have died"), ("division.json", "others are of 2"), ("list.json", "another list"),
      ("failed.json", "failed and 0 cancelled"),
    ] {
      let sum = try sum("good.json", file)
      #expect(!sum.isWhole && sum.problems.count == 1)
      #expect(
        sum.problems.first?.hasPrefix(file) == true && sum.problems.first?.contains(words) == true,
        "\(sum.problems)")
    }
  }

  @Test("Counts that no run can have make a report none, whatever their sum would be")
  func endless() async throws {
    try await run("photos", "1/2", as: "good.json")
    let good = try text("good.json")
    for count in ["listed", "skipped", "cancelled", "bytesFetched"] {
      try folder.write(
        good.replacing(try Regex("\"\(count)\" ?: ?[0-9]+"), with: "\"\(count)\": \(Int.max)"),
        to: "bad.json")
      let sum = try sum("bad.json", "bad.json")
      #expect(!sum.isWhole)
      #expect(sum.problems.first?.contains("no report of a part") == true, "\(count)")
    }
  }

  @Test("A part that took for ever can be printed")
  func longTime() {
    #expect(secondsInWords(1e300).hasSuffix(" min"))
    #expect(secondsInWords(7260) == "2 h 1 min")
  }
}
