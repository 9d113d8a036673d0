import Foundation
import Gallery
import TestSupport
import Testing

@testable import Workloads
@testable import pipeline

@Suite("pipeline scroll", .serialized, .timeLimit(.minutes(15)))
final class ScrollCommandTests: CommandTests {
  @Test("A list that breaks off is said, with how far it came, and not played")
  func breaksOff() async throws {
    try folder.write(brokenList, to: "list.jsonl")
    let result = try await folder.run("scroll list.jsonl", status: 66)
    #expect(
      result.error.contains("pipeline: the list broke off after 5 photos: list.jsonl is broken at entry 6"),
      "\(result.error)")
    #expect(result.output == "")
  }

  @Test("A script that ends in a memory warning ends, whatever was running")
  func ends() async throws {
    try list(20)
    let script = "rest 0.1\nscroll to 12 in 0.1\nrest 0.1\nscroll to 0 in 0.1\nrest 0.05\nmemory warning\n"
    try folder.write(script, to: "script")
    let result = try await folder.run("scroll list.txt --script script --filters 1")
    #expect(result.output.contains("all sepia"))
  }

  @Test("As many at a time as an Int holds are as many as there are rows")
  func manyAtATime() async throws {
    try list(3)
    try folder.write("rest 0.05\n", to: "script")
    let most = "\(Int.max)"
    let result = try await folder.run("scroll list.txt --script script --downloads \(most) --filters \(most)")
    #expect(result.output.contains("through 3 photos: 3 filtered, 0 failed"), "\(result.output)")
  }

  @Test(
    "No download waits for a connection, which it would get in the middle of a scroll, unless --per-host says so",
    arguments: [
      ([], 9), (["--downloads", "20"], 21), (["--per-host", "3"], 3), (["--downloads", "\(Int.max)"], .max),
    ] as [([String], Int)])
  func connections(arguments: [String], perHost: Int) throws {
    let scroll = try ScrollCommand.parse(arguments)
    #expect(scroll.photos.tableSettings(scroll.transfers).transfers.perHost == perHost)
    let gallery = try GalleryCommand.parse(arguments)
    #expect(gallery.photos.tableSettings(gallery.transfers).transfers.perHost == perHost)
  }

  @Test("--explain says what API and our code did, with the run's numbers", arguments: ["gcd", "operation"])
  func explains(engine: String) async throws {
    try list(20)
    try folder.write("scroll to 12 in 0.1\nrest 0.1\nscroll to 0 in 0.1\n", to: "script")
    let line = "scroll list.txt --script script --explain --engine \(engine)"
    let text = try await folder.run(line).output
    #expect(text.contains("\nThe finger drags 2 times\n"), "\(text)")
    let suspended =
      engine == "gcd"
      ? "our code  4 suspensions of our lists" : "Operation  4 suspensions with `isSuspended = true`"
    #expect(text.contains("\n  " + suspended), "\(text)")
    #expect(text.contains("\nA row becomes urgent (in general)\n"))
    let record = try await folder.run(line + " --json").output
    let summary = try JSONDecoder().decode(ScrollSummary.self, from: Data(record.utf8))
    #expect(summary.moments?.map(\.moment) == ScrollMoment.allCases)
    #expect(summary.moments?.first { $0.moment == .dragged }?.number == 2)
    #expect(try await !folder.run("scroll list.txt --script script").output.contains("drag"))
  }

  @Test("How long it took, and how many stops were interrupted, is said in plain words")
  func words() {
    var times = RestTimes()
    func words() -> String { ScrollSummary.Rests(times).words(interruption: "the next scroll") }
    #expect(words() == "never")
    times.rested(at: 0)
    times.left()
    #expect(words() == "never: 1 of 1 stop was interrupted by the next scroll")
    for length in [2, 5, 3] as [UInt64] {
      times.rested(at: 0)
      times.completed(at: length * 1_000_000_000)
    }
    times.rested(at: 0)
    times.left()
    #expect(
      words()
        == "median 3.0 s after a stop, worst 5.0 s, last 3.0 s; 2 of 5 stops were interrupted by the next scroll"
    )
  }
}
