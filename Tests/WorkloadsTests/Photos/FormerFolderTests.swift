import Foundation
import TestSupport
import Testing
import WebServer

@testable import Workloads

/// Tests with journals that version 0.1 has written.
@Suite("A folder of an earlier version", .serialized)
final class FormerFolderTests: PhotoBenchTests {
  /// URLs that nothing answers, so that a file that isn't trusted fails.
  private static let urls = ["stephen", "john"].map { "http://photos.example/monarchs/\($0).png" }
  private static let photos = #"""
    {"address":9647097604413639969,"bytes":25532,"file":"stephen.png","source":17776475723620392575,"validator":"\"3452853878-14545\""}
    {"address":5822359723143696274,"bytes":25705,"file":"john.png","source":3991126602182149655,"validator":"\"1205159286-13982\""}

    """#
  private static let images = #"""
    {"bytes":13982,"file":"17/Image 2.png","isWhole":true,"position":2,"url":"http://photos.example/monarchs/john.png","validator":"\"1205159286-13982\""}
    {"bytes":14545,"file":"Image 1.png","isWhole":true,"position":1,"url":"http://photos.example/monarchs/stephen.png","validator":"\"3452853878-14545\""}

    """#

  private func prepare() throws {
    let sizes = ["stephen.png": 25532, "john.png": 25705, "17/Image 2.png": 13982, "Image 1.png": 14545]
    for (name, size) in sizes {
      try bench.place.write(String(repeating: "x", count: size), to: "out/" + name)
    }
    try bench.place.write(Self.photos, to: "out/.photos.jsonl")
    try bench.place.write(Self.images, to: "out/.download.jsonl")
  }

  private func expectAllIsThere(part: Shard? = nil) async throws {
    let list: KeyValuePairs = ["stephen": Self.urls[0], "john": Self.urls[1]]
    let photos = try await bench.run(.gcd, list, settings: .photos { $0.part = ListPart(part) })
    #expect(photos.tally.skipped == 2, "\(photos.failures.map(\.reason))")
    let images = try await bench.batch(
      .gcd, Self.urls, settings: .download { $0.part = ListPart(part, isNumbered: true) }
    ).finished()
    #expect(images.tally.skipped == 2, "\(images.failures.map(\.reason))")
  }

  @Test("Its two journals are replaced by one, which has no URLs and is readable only by its owner")
  func both() async throws {
    try prepare()
    for _ in 0..<2 {
      try await expectAllIsThere()
      #expect(names(in: out).filter { $0.hasSuffix("jsonl") } == [Journal.name])
    }
    #expect(try !bench.place.text("out/\(Journal.name)").contains("example"))
    #expect(try Folder.permissions("\(out)/\(Journal.name)") == 0o600)
  }

  @Test("Its journals are read and kept by a part of a list, because other parts may be reading them")
  func part() async throws {
    try prepare()
    for _ in 0..<2 { try await expectAllIsThere(part: Shard("1/1")) }
    #expect(names(in: out).count { $0.hasSuffix("jsonl") } == 3)
  }

  @Test("Its files are trusted by their sizes, and another list is refused as before")
  func otherSize() async throws {
    try prepare()
    for name in ["stephen.png", "Image 1.png"] { try bench.place.write("changed", to: "out/" + name) }
    let photos = try await bench.run(.gcd, ["stephen": Self.urls[0]])
    #expect(photos.failures.first?.reason.contains("“stephen.png” exists, but no run has written it") == true)
    let other = try await bench.batch(.gcd, Self.urls.reversed()).finished()
    #expect("\(other.error as Any)".contains("number 1 came from another URL"))
  }

  @Test("Its parts of files are resumed")
  func partial() async throws {
    let bytes = [UInt8](repeating: 7, count: 100_000)
    let script = ScriptedFile(on: bench.server) { _, _ in file(bytes) }
    try bench.place.write(String(repeating: "\u{7}", count: 40_000), to: "out/.Image 1.partial")
    try bench.place.write(
      #"{"bytes":100000,"isWhole":false,"position":1,"url":"\#(script.url)","validator":"\"1\""}"# + "\n",
      to: "out/.download.jsonl")
    let settings = RunPlan.download { $0.takesAny = true }
    let batch = try await bench.batch(.gcd, [script.url], settings: settings).finished()
    #expect(batch.tally.resumed == 1)
    #expect(script.header("Range", 1) == "bytes=40000-")
    #expect(bench.contents("Image 1.bin") == bytes)
  }
}
