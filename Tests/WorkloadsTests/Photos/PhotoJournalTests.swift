import Base
import Engine
import Engines
import Foundation
import TestSupport
import Testing
import WebServer

@testable import Workloads

@Suite("What is there from an earlier run", .serialized)
struct PhotoJournalTests {
  @Test(
    "Photos made with other settings, or from another URL, are made again", arguments: EngineName.allCases)
  func otherwise(name: EngineName) async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(3)
    let list: KeyValuePairs = ["a": urls[0], "b": urls[1]]
    _ = try await bench.run(name, entries: list)
    let first = try bench.files("out")

    var options = PhotoRunOptions()
    options.intensity = 0.2
    let paler = try await bench.run(name, entries: list, options: options)
    #expect(paler.tally.replaced == 2)
    #expect(try bench.files("out")["a.png"] != first["a.png"])
    #expect(try await bench.run(name, entries: list, options: options).tally.skipped == 2)

    let other = try await bench.run(name, entries: ["a": urls[2], "b": urls[1]], options: options)
    #expect(other.tally.skipped == 1)
    #expect(other.tally.replaced == 1)
  }

  @Test(
    "What no run has put there, or was changed since, is left alone and reported; an empty file is replaced")
  func foreign() async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(3)
    let list: KeyValuePairs = ["a": urls[0], "b": urls[1], "c": urls[2]]
    _ = try OutputFolder(bench.folder + "/out")
    func put(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(bench.folder)/out/\(name)"))
    }
    try put("mine", "a.png")
    try put("", "b.png")
    let run = try await bench.run(.gcd, entries: list)
    #expect(run.tally.done == 2)
    #expect(run.failures.map(\.name) == ["a"])
    #expect(run.failures.first?.reason.contains("“a.png” exists that no run has written") == true)
    #expect(try bench.files("out")["a.png"] == Data("mine".utf8))

    try put("retouched", "c.png")
    #expect(try await bench.run(.gcd, entries: list).failures.map(\.name) == ["a", "c"])
    var options = PhotoRunOptions()
    options.force = true
    #expect(try await bench.run(.gcd, entries: list, options: options).tally.done == 3)
    #expect(try await bench.run(.gcd, entries: list).tally.skipped == 3)
  }

  @Test("What another process has written since the journal was opened counts as written by a run")
  func another() throws {
    let bench = try PhotoBench()
    let folder = try OutputFolder(bench.folder + "/out")
    let (one, two) = (PhotoJournal(folder, settings: ""), PhotoJournal(folder, settings: ""))
    for journal in [one, two] { try journal.open() }
    try two.note("a.png", url: "https://example.org/a", bytes: 4, validator: nil)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("a.png")))
    #expect(one.find("a.png", url: "https://example.org/a") == .same(nil))
    #expect(one.find("a.png", url: "https://example.org/b") == .outdated)
  }

  @Test("A photo that was recorded and did not get its name, as its run was killed, is made again")
  func killed() async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(1)
    _ = try await bench.run(.gcd, entries: ["a": urls[0]])
    let journal = PhotoJournal(
      try OutputFolder(bench.folder + "/out"), settings: "others")
    try journal.open()
    try journal.note("a.png", url: urls[0], bytes: 1, validator: nil)
    journal.close()
    #expect(try await bench.run(.gcd, entries: ["a": urls[0]]).tally.done == 1)
    #expect(try await bench.run(.gcd, entries: ["a": urls[0]]).tally.skipped == 1)
  }

  @Test(
    "Refreshed, a photo is asked for by what is known of its state, and rebuilt only if it has changed",
    arguments: EngineName.allCases)
  func refresh(name: EngineName) async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(2)
    let (one, two) = (try await bench.served(urls[0]), try await bench.served(urls[1]))
    let script = ScriptedFile { request, number in
      switch number {
      case 1: file(one, etag: #"W/"1""#)
      case 2: Response(.notModified)
      default: file(two, etag: #"W/"2""#)
      }
    }
    bench.server.handler = script.handler("/photo")
    let list: KeyValuePairs = ["a": bench.server.url + "/photo"]
    var options = PhotoRunOptions()
    options.refresh = true
    #expect(try await bench.run(name, entries: list, options: options).tally.done == 1)
    let first = try bench.files("out")

    let second = try await bench.run(name, entries: list, options: options)
    #expect(second.tally.skipped == 1)
    #expect(second.tally.settled == 1)
    #expect(script.requests[1].headers.first(name: "If-None-Match") == #"W/"1""#)
    #expect(try bench.files("out") == first)

    let third = try await bench.run(name, entries: list, options: options)
    #expect(third.tally.replaced == 1)
    #expect(try bench.files("out") != first)
    #expect(try await bench.run(name, entries: list).tally.skipped == 1)
    #expect(script.requests.count == 3)
  }

  @Test("A batch that is refreshed fetches only the files that have changed", arguments: EngineName.allCases)
  func refreshedBatch(name: EngineName) async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(2)
    let (one, two) = (try await bench.served(urls[0]), try await bench.served(urls[1]))
    let script = ScriptedFile { request, number in
      number == 2 ? Response(.notModified) : number == 1 ? file(one) : file(two, etag: #""2""#)
    }
    bench.server.handler = script.handler("/photo")
    var options = DownloadOptions()
    options.refresh = true
    let list = [bench.server.url + "/photo"]
    #expect(try await bench.batch(name, list, options: options).finished().tally.done == 1)
    let second = try await bench.batch(name, list, options: options).finished()
    #expect(second.tally.skipped == 1)
    #expect(second.tally.settled == 1)
    #expect(script.requests[1].headers.first(name: "If-None-Match") == #""1""#)
    let third = try await bench.batch(name, list, options: options).finished()
    #expect(third.tally.replaced == 1)
    let name = try #require(bench.names().first)
    #expect(bench.contents(name) == two)
  }
}
