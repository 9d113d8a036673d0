import Engines
import Foundation
import Imaging
import PhotoLists
import SampleServer
import TestSupport
import Testing
import WebServer

@testable import Transport
@testable import Workloads

@Suite("A batch that continues", .serialized)
struct BatchResumeTests {
  private let bench: PhotoBench
  private let url: String
  private let one: [UInt8]
  private let two: [UInt8]

  init() throws {
    bench = try PhotoBench()
    url = bench.server.url + "/scripted"
    one = try encodePNG(Picture(width: 90, height: 60, format: .rgb))
    two = try encodePNG(.noise(width: 90, height: 60))
  }

  /// Runs a batch that resumes the file left by another batch, whose connection broke.
  private func continued() async throws -> PhotoRun {
    try await bench.batch(.gcd, [url]).finished()
    return try await bench.batch(.gcd, [url]).finished()
  }

  @Test("The part that a broken connection left is resumed by the next batch", arguments: EngineName.allCases)
  func resumed(name: EngineName) async throws {
    let script = ScriptedFile(on: bench.server, cutOnce: two)
    let first = try await bench.batch(name, [url]).finished()
    #expect(first.tally.failed == 1)
    #expect(try bench.names() == [])
    let second = try await bench.batch(name, [url]).finished()
    #expect(second.tally.done == 1 && second.tally.resumed == 1)
    #expect(bench.contents("Image 1.png") == two)
    #expect(script.header("Range", 2) == "bytes=\(first.bytes.received)-")
    #expect(script.header("If-Range", 2) == "\"1\"")
    #expect(first.bytes.received > 0)
    #expect(first.bytes.received + second.bytes.received == two.count)
    #expect(try bench.files("out").count == 1)
  }

  @Test(
    "A large photo continues in the next run where a connection broke, and a small one starts again",
    arguments: EngineName.allCases, [true, false])
  func largePhoto(name: EngineName, isLarge: Bool) async throws {
    let side = isLarge ? 1000 : 200
    let noise = try encodePNG(.noise(width: side, height: side))
    let script = ScriptedFile(on: bench.server, cutOnce: noise)
    func run() async throws -> PhotoRun { try await bench.run(name, ["a": url]) }
    let first = try await run()
    #expect(first.tally.failed == 1)
    let parts = isLarge ? try bench.files("out").keys.filter { $0.hasSuffix(".partial") } : []
    #expect(
      parts.count == (isLarge ? 1 : 0)
        && FileManager.default.fileExists(atPath: bench.folder + "/out") == isLarge)
    let second = try await run()
    #expect(second.tally.done == 1 && second.tally.resumed == (isLarge ? 1 : 0))
    #expect(script.header("Range", 2) == (isLarge ? "bytes=\(first.bytes.received)-" : nil))
    #expect(second.bytes.received == noise.count - (isLarge ? first.bytes.received : 0))
    #expect(try bench.files("out").keys.sorted() == ["a.png"])
    #expect(try await run().tally.skipped == 1)
  }

  @Test("A part stays if the next run receives the whole again and breaks earlier")
  func shorterWhole() async throws {
    let noise = try encodePNG(.noise(width: 1000, height: 1000))
    let script = ScriptedFile(on: bench.server) { _, number in
      if number != 2 { return file(noise, ending: number == 1 ? .cut : .complete) }
      var shorter = file(Array(noise.prefix(2_600_000)), ending: .cut)
      // The server ignores ranges only if the status isn't 200.
      shorter.status = .nonAuthoritativeInformation
      return shorter
    }
    var received: [Int] = []
    for number in 1...3 {
      let run = try await bench.run(.gcd, ["a": url])
      received.append(run.bytes.received)
      #expect(run.tally.done == (number == 3 ? 1 : 0))
    }
    #expect((1 << 20..<received[0]).contains(received[1]))
    #expect(script.header("Range", 3) == "bytes=\(received[0])-")
  }

  @Test(
    "A batch goes on by itself where a connection broke, also while whole files are being finished",
    .timeLimit(.minutes(5)), arguments: EngineName.allCases)
  func goesOn(name: EngineName) async throws {
    let whole = Gate()
    let script = ScriptedFile(on: bench.server) { [two] _, number in
      if number == 3 { whole.open() }
      return file(two, ending: number <= 2 ? .cut : .complete)
    }
    let batch = try bench.batch(name, [url], retry: RetryPolicy())
    let release = await batch.pipeline.fetch.finisher.hold()
    let end = batch.begun()
    await whole.wait()
    #expect(try bench.names() == [])
    await release()
    await end.wait()
    #expect(batch.tally.done == 1)
    #expect(bench.contents("Image 1.png") == two)
    #expect(batch.bytes.received == two.count)
    #expect(script.requests.count == 3)
  }

  @Test("A file that has changed meanwhile is fetched again, and nothing of the old one stays")
  func changed() async throws {
    let script = ScriptedFile(on: bench.server) { [one, two] _, number in
      number == 1 ? file(two, ending: .cut) : file(one, etag: "\"2\"")
    }
    _ = try await continued()
    #expect(script.requests.count == 2)
    #expect(bench.contents("Image 1.png") == one)
  }

  @Test("Without a tag or date nothing is kept, and the whole is fetched again")
  func noValidator() async throws {
    let script = ScriptedFile(on: bench.server, cutOnce: two, etag: nil)
    try await bench.batch(.gcd, [url]).finished()
    #expect(try !bench.files("out").keys.contains { $0.hasSuffix(".partial") })
    try await bench.batch(.gcd, [url]).finished()
    #expect(script.header("Range", 2) == nil)
    #expect(bench.contents("Image 1.png") == two)
  }

  @Test(
    "A server that refuses the range (416), or sends another part than was asked for, is asked for the whole",
    arguments: [nil, "bytes 0-99/100", "bytes 7-8/9", "nonsense"])
  func otherRange(range: String?) async throws {
    let script = ScriptedFile(on: bench.server) { [two] request, number in
      if number == 1 { return file(two, ending: .cut) }
      guard request.headers.contains(name: "Range") else { return file(two) }
      guard let range else { return .text("416", status: .rangeNotSatisfiable) }
      return Response(
        .partialContent, headers: ["Content-Range": range, "Content-Type": "image/png"],
        body: .bytes([1, 2, 3]))
    }
    let second = try await continued()
    #expect(script.requests.count == 3)
    #expect(second.tally.done == 1)
    #expect(bench.contents("Image 1.png") == two)
  }

  @Test("A planted journal removes no file outside of the folder", arguments: [false, true])
  func plantedJournal(isAbsolute: Bool) async throws {
    _ = ScriptedFile(on: bench.server) { [two] _, _ in file(two) }
    let outside = bench.folder + "/outside.png"
    let name = isAbsolute ? outside : "../outside.png"
    try bench.place.write("precious", to: "outside.png")
    let line = #"{"position": 1, "url": "http://x/", "file": "\#(name)", "isWhole": true, "bytes": 8}"#
    try bench.place.write(line, to: "out/.download.jsonl")
    // This forces the download, because otherwise a different list is refused before anything is removed.
    let batch = try await bench.batch(.gcd, [url], settings: .download { $0.force = true }).finished()
    #expect(batch.tally.done == 1)
    #expect(FileManager.default.contents(atPath: outside) == Data("precious".utf8))
  }

  @Test("A partial file that is whole needs no request, only its name")
  func onlyTheName() async throws {
    let script = ScriptedFile(on: bench.server) { [two] _, _ in file(two) }
    let output = try OutputFolder(bench.folder + "/out")
    let folder = PhotoFolder(output, .download)
    folder.journal = try Journal(output, FolderLock(output))
    let photo = Photo(number: 0, entry: PhotoEntry(name: "", url: url), path: "Image 1", fileExtension: nil)
    let partial = try folder.begin(photo, validator: Validator(rawValue: "\"1\""), total: two.count)
    try two.withUnsafeBytes { try partial.write($0) }
    partial.keep()
    folder.journal?.close()
    let batch = try await bench.batch(.gcd, [url]).finished()
    #expect(batch.tally.done == 1)
    #expect(script.requests.isEmpty)
    #expect(bench.contents("Image 1.png") == two)
  }

  @Test("Files of the program's own server are recognised, whatever its port")
  func ownServer() async throws {
    let url = bench.photos(1)[0]
    try await bench.batch(.gcd, [url], settings: .download { $0.ownServer = bench.server.url }).finished()
    let other = try SampleServer()
    defer { other.stop() }
    let moved = url.replacing(bench.server.url, with: other.url)
    let again = try await bench.batch(.gcd, [moved], settings: .download { $0.ownServer = other.url })
      .finished()
    #expect(again.tally.skipped == 1)
    #expect(other.counters.requests == 0)
    #expect(try await bench.batch(.gcd, [moved]).finished().error is OutputError)
  }

  @Test("Of a file that is gone for good (404) no part is kept")
  func gone() async throws {
    let script = ScriptedFile(on: bench.server) { [two] request, number in
      number == 1 ? file(two, ending: .cut) : .notFound(request.path)
    }
    let second = try await continued()
    #expect(script.requests.count == 2)
    #expect(second.failures.map(\.reason) == ["not found (404)"])
    #expect(try bench.files("out").isEmpty)
  }
}
