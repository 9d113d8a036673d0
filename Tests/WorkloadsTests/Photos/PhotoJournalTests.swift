import Base
import Engine
import Engines
import Foundation
import TestSupport
import Testing
import WebServer

@testable import Workloads

@Suite("Files of an earlier run", .serialized)
struct PhotoJournalTests {
  @Test(
    "Photos made with other settings, or from another URL, are made again", arguments: EngineName.allCases)
  func otherwise(name: EngineName) async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(3)
    let list: KeyValuePairs = ["a": urls[0], "b": urls[1]]
    _ = try await bench.run(name, entries: list)
    let first = try bench.files("out")

    let options = PhotoRunOptions.with { $0.recipe.intensity = 0.2 }
    let paler = try await bench.run(name, entries: list, options: options)
    #expect(paler.replaced == [.otherSettings: 2])
    #expect(try bench.files("out")["a.png"] != first["a.png"])
    #expect(try await bench.run(name, entries: list, options: options).tally.skipped == 2)

    let other = try await bench.run(name, entries: ["a": urls[2], "b": urls[1]], options: options)
    #expect(other.tally.skipped == 1)
    #expect(other.replaced == [.otherURL: 1])
  }

  @Test(
    "A local photo is made again when its size or modification time has changed, also when refreshed",
    arguments: [EngineName.gcd, .operation], [false, true])
  func local(name: EngineName, refresh: Bool) async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(2)
    let path = bench.folder + "/photo"
    func save(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
    try save(try await bench.served(urls[0]))
    let options = PhotoRunOptions.with { $0.refresh = refresh }
    let list: KeyValuePairs = ["a": URL(fileURLWithPath: path).absoluteString]
    #expect(try await bench.run(name, entries: list, options: options).tally.done == 1)
    #expect(try await bench.run(name, entries: list, options: options).tally.skipped == 1)

    var times = [timespec](repeating: timespec(tv_sec: 1_000_000_000, tv_nsec: 1), count: 2)
    for nanoseconds in [1, 2] {
      times[1].tv_nsec = nanoseconds
      #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
      #expect(try await bench.run(name, entries: list, options: options).replaced == [.olderOriginal: 1])
    }
    #expect(try await bench.run(name, entries: list, options: options).tally.skipped == 1)

    try save(try await bench.served(urls[1]))
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    #expect(try await bench.run(name, entries: list, options: options).replaced == [.olderOriginal: 1])
  }

  @Test(
    "Photos that another run is making are left to it, and made by the next", arguments: EngineName.allCases)
  func shared(name: EngineName) async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(2)
    let list: KeyValuePairs = ["a": urls[0], "b": urls[1]]
    let other = PhotoJournal(try OutputFolder(bench.folder + "/out"), settings: "")
    try other.open()
    #expect(other.claim("a.png"))
    let first = try await bench.run(name, entries: list)
    #expect(first.leftToOthers == 1)
    #expect(first.tally.skipped == 1 && first.tally.done == 1)
    // The end of one run does not take the other's claims away.
    #expect(try await bench.run(name, entries: list).leftToOthers == 1)
    other.close()
    let second = try await bench.run(name, entries: list)
    #expect(second.leftToOthers == 0)
    #expect(second.tally.skipped == 1 && second.tally.done == 1)
  }

  @Test(
    "A file that no run has written, or that was changed since, is left alone and reported; an empty one is replaced"
  )
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
    #expect(run.replaced == [.empty: 1])
    #expect(run.failures.map(\.name) == ["a"])
    #expect(run.failures.first?.reason.contains("“a.png” exists that no run has written") == true)
    #expect(try bench.files("out")["a.png"] == Data("mine".utf8))

    try put("retouched", "c.png")
    #expect(try await bench.run(.gcd, entries: list).failures.map(\.name) == ["a", "c"])
    #expect(try await bench.run(.gcd, entries: list, options: .with { $0.force = true }).tally.done == 3)
    #expect(try await bench.run(.gcd, entries: list).tally.skipped == 3)
  }

  @Test("Files that another process has recorded since the journal was opened count as written by a run")
  func another() throws {
    let bench = try PhotoBench()
    let folder = try OutputFolder(bench.folder + "/out")
    let (one, two) = (PhotoJournal(folder, settings: ""), PhotoJournal(folder, settings: ""))
    for journal in [one, two] { try journal.open() }
    try two.note("a.png", url: "https://example.org/a", bytes: 4, validator: nil)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("a.png")))
    #expect(one.find("a.png", url: "https://example.org/a") == .same(nil))
    #expect(one.find("a.png", url: "https://example.org/b") == .outdated(.otherURL))
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
    let options = PhotoRunOptions.with { $0.refresh = true }
    #expect(try await bench.run(name, entries: list, options: options).tally.done == 1)
    let first = try bench.files("out")

    let second = try await bench.run(name, entries: list, options: options)
    #expect(second.tally.skipped == 1)
    #expect(second.tally.settled == 1)
    #expect(script.requests[1].headers.first(name: "If-None-Match") == #"W/"1""#)
    #expect(try bench.files("out") == first)

    let third = try await bench.run(name, entries: list, options: options)
    #expect(third.replaced == [.olderOriginal: 1])
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
    let options = DownloadOptions.with { $0.refresh = true }
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
