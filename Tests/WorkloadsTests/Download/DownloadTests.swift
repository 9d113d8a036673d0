import Base
import Engine
import Engines
import Foundation
import PhotoLists
import SampleServer
import TestSupport
import Testing
import WebServer

@testable import Transport
@testable import Workloads

@Suite("A batch", .serialized)
final class BatchTests: PhotoBenchTests {
  @Test("Every engine downloads the same files, byte for byte as served, named by position and type")
  func sameFiles() async throws {
    let list = ListSource.url(bench.server.url + "/photos.plist?count=10")
    var expected: [String: Data] = [:]
    for (index, entry) in SampleCatalog.entries.prefix(10).enumerated() {
      guard let photo = entry.photo else { continue }
      let ending = photo.type == "image/png" ? "png" : "jpg"
      let bytes = try await bench.served(bench.server.url + photo.path)
      expected["Image \(index + 1).\(ending)"] = Data(bytes)
    }
    for name in EngineName.allCases {
      let batch = try await bench.batch(name, source: list, out: name.rawValue).finished()
      #expect(batch.error == nil)
      #expect(batch.failures.count == 10 - expected.count)
      #expect(SampleCatalog.broken.isSuperset(of: batch.failures.map(\.name)))
      #expect(batch.tally.done == expected.count)
      #expect(try bench.tree(name.rawValue) == expected)
      #expect(batch.bytes.received >= expected.values.reduce(0) { $0 + $1.count })
    }
  }

  @Test("Eight at a time; the other eight in progress wait", arguments: [EngineName.gcd, .operation])
  func eightAtATime(name: EngineName) async throws {
    let gate = ReplyGate(opensAt: 8, below: "/gated/")
    bench.server.handler = gate.handler
    let urls = (1...40).map { "\(bench.server.url)/gated/\($0).png" }
    let seen = Recorder()
    let batch = try bench.batch(name, urls, settings: .download { $0.ahead = 16 }, watcher: seen.watcher)
    let most = Locked(0)
    batch.onOutcome = { _ in most.withLock { $0 = max($0, batch.pipeline.photosInProgress) } }
    await batch.finished()
    #expect(batch.tally.failed == 40)
    #expect(gate.isOpen)
    #expect(seen.events.mostRunning(on: "download") == 8)
    // One of the sixteen files has settled.
    #expect(most.value == 15)
  }

  @Test(
    "A file that is being finished lends its slot to another", .timeLimit(.minutes(5)),
    arguments: [EngineName.gcd, .operation])
  func lentSlot(name: EngineName) async throws {
    // The server doesn't reply.
    bench.server.handler = ReplyGate(opensAt: 3, below: "/gated/").handler
    let seen = Recorder()
    let urls = (1...3).map { "\(bench.server.url)/gated/\($0).png" }
    let batch = try bench.batch(name, urls, settings: .download { $0.downloads = 1 }, watcher: seen.watcher)
    let release = await batch.pipeline.fetch.finisher.hold()
    let end = await batch.started()
    await seen.until { $0.mostRunning(on: "download") == 2 }
    await release()
    #expect(batch.pipeline.downloads.width == 1)
    batch.cancel()
    await end.wait()
    #expect(seen.events.mostRunning(on: "download") == 2)
  }

  @Test(
    "A file whose transfer waits before another attempt lends its slot to another", .timeLimit(.minutes(5)),
    arguments: EngineName.parallel)
  func lentWhileResting(name: EngineName) async throws {
    // No server listens at the first URL, and it isn't tried again before the test ends.
    let urls = ["http://127.0.0.1:1/a.png"] + bench.photos(2)
    let retry = RetryPolicy(retries: 1, first: .seconds(1 << 40), longest: .seconds(1 << 40))
    let batch = try bench.batch(name, urls, settings: .download { $0.downloads = 1 }, retry: retry)
    let saved = Counter()
    batch.onOutcome = { if $0.kind == .done { saved.add() } }
    let end = await batch.started()
    await saved.reach(2)
    #expect(batch.pipeline.downloads.width == 2)
    batch.cancel()
    await end.wait()
    #expect(batch.pipeline.downloads.width == 1)
    #expect(batch.tally.cancelled == 1)
  }

  @Test("As many at a time as an Int holds are as many as there are files")
  func manyAtATime() async throws {
    let settings = RunPlan.download { ($0.downloads, $0.ahead) = (.max, .max) }
    let batch = try await bench.batch(.gcd, bench.photos(3), settings: settings).finished()
    #expect(batch.tally.done == 3)
  }

  @Test("Whole files are not fetched again, but a missing or damaged one is", arguments: EngineName.allCases)
  func notAgain(name: EngineName) async throws {
    let urls = bench.photos(4)
    try await bench.batch(name, urls).finished()
    let files = try bench.tree("out")
    let names = files.keys.sorted()
    try FileManager.default.removeItem(atPath: "\(bench.folder)/out/\(names[1])")
    try bench.place.write("damaged", to: "out/\(names[2])")
    let before = bench.server.counters.requests
    let second = try await bench.batch(name, urls).finished()
    #expect(bench.server.counters.requests - before == 2)
    #expect(second.tally.listed == 4 && second.tally.done == 2 && second.tally.skipped == 2)
    #expect(try bench.tree("out") == files)
  }

  @Test("Another list in a folder is refused, or takes its positions over when it is to, whatever the ending")
  func otherList() async throws {
    let photos = SampleCatalog.photos.prefix(20)
    let pngs = photos.filter { $0.type == "image/png" }.prefix(2).map { bench.server.url + $0.path }
    let jpeg = try #require(photos.first { $0.type == "image/jpeg" })
    try await bench.batch(.gcd, pngs).finished()
    let refused = try await bench.batch(.gcd, [bench.server.url + jpeg.path]).finished()
    #expect(refused.tally.settled == refused.tally.cancelled)
    #expect("\(refused.error as Any)".contains("out” has the images of another list: number 1 came from"))
    #expect(try bench.names() == ["Image 1.png", "Image 2.png"])
    let second = try await bench.batch(
      .gcd, [bench.server.url + jpeg.path], settings: .download { $0.force = true }
    ).finished()
    #expect(second.tally.done == 1)
    #expect(try bench.names() == ["Image 1.jpg", "Image 2.png"])
  }

  @Test("Files that a list names are fetched again if their URL has changed, and kept if their position has")
  func namedByTheList() async throws {
    let pngs = SampleCatalog.photos.filter { $0.type == "image/png" }
    let urls = pngs.prefix(3).map { bench.server.url + $0.path }
    let settings = RunPlan.download {
      $0.part = ListPart(name: try? NameTemplate("{name}"), isNumbered: true)
    }
    func run(_ entries: [(String, String)]) async throws -> PhotoRun {
      try await bench.batch(.gcd, source: bench.place.list(entries), settings: settings).finished()
    }
    #expect(try await run([("a", urls[0]), ("b", urls[1])]).tally.done == 2)
    #expect(try await run([("b", urls[1]), ("a", urls[0])]).tally.skipped == 2)
    let other = try await run([("a", urls[2]), ("b", urls[1])])
    #expect(other.error == nil && other.tally.done == 1 && other.tally.skipped == 1)
    #expect(try bench.names() == ["a.png", "b.png"])
    #expect(bench.contents("a.png") == (try await bench.served(urls[2])))
    // A photo that was made isn't an image that was fetched.
    let photos = ["photo": urls[0]] as KeyValuePairs
    #expect(try await bench.run(.gcd, photos).tally.done == 1)
    #expect(try await run([("photo", urls[0])]).failures.first?.reason.contains("no batch has") == true)
    let images = ["a": urls[2]] as KeyValuePairs
    #expect(try await bench.run(.gcd, images).failures.first?.reason.contains("no run has") == true)
    try bench.place.write("mine", to: "out/c.png")
    #expect(try await run([("c", urls[0])]).failures.first?.reason.contains("no batch has") == true)
  }

  @Test("A part of a file that the list names is resumed at another position")
  func namedPart() async throws {
    let bytes = [UInt8](repeating: 7, count: 100_000)
    let script = ScriptedFile(on: bench.server, cutOnce: bytes)
    let settings = RunPlan.download {
      $0.takesAny = true
      $0.part = ListPart(name: try? NameTemplate("{name}"), isNumbered: true)
    }
    let (photo, cut) = (("a", bench.photos(1)[0]), ("b", script.url))
    func run(_ entries: [(String, String)]) async throws -> PhotoRun {
      try await bench.batch(.gcd, source: bench.place.list(entries), settings: settings).finished()
    }
    #expect(try await run([photo, cut]).tally.done == 1)
    let next = try await run([cut, photo])
    #expect(next.tally.skipped == 1 && next.tally.resumed == 1)
    #expect(bench.contents("b.bin") == bytes)
  }

  @Test("A file that is not an image is reported and not written, unless asked for")
  func noImage() async throws {
    bench.server.handler = { request in
      request.path == "/letter"
        ? .now(.html("<!doctype html><p>\(String(repeating: "Sorry. ", count: 900))")) : nil
    }
    let urls = [bench.server.url + "/letter"]
    let batch = try await bench.batch(.gcd, urls).finished()
    #expect(batch.failures.map(\.reason).first?.contains("a web page") == true)
    // The empty folder was removed, too.
    #expect(access(bench.folder + "/out", F_OK) != 0)
    #expect(try await bench.batch(.gcd, urls, settings: anyFile).finished().tally.done == 1)
    #expect(try bench.names() == ["Image 1.html"])
  }

  @Test("A file that no batch has downloaded is not overwritten, unless forced")
  func nobodys() async throws {
    let photo = try #require(SampleCatalog.photos.first { $0.type == "image/png" })
    let url = bench.server.url + photo.path
    try bench.place.write("mine", to: "out/Image 1.png")
    let batch = try await bench.batch(.gcd, [url]).finished()
    #expect(batch.failures.first?.reason.contains("replace it") == true)
    #expect(bench.contents("Image 1.png") == Array("mine".utf8))
    try await bench.batch(.gcd, [url], settings: .download { $0.force = true }).finished()
    #expect(bench.contents("Image 1.png") == (try await bench.served(url)))
  }

  @Test("The bytes of downloads in progress count, whether or not their starts are reported")
  func arriving() async throws {
    let bytes = [UInt8](repeating: 1, count: 100_000)
    let script = ScriptedFile(on: bench.server) { _, _ in file(bytes, ending: .stall) }
    for reportsStarts in [false, true] {
      let batch = try bench.batch(.gcd, [script.url], settings: anyFile)
      batch.pipeline.reportsStarts = reportsStarts
      let some = Gate()
      batch.onBytes = { _ in some.open() }
      let end = batch.begun()
      await some.wait()
      let (all, ended) = await withCheckedContinuation { go in
        batch.engine.reportQueue.async { go.resume(returning: (batch.bytesReceived, batch.bytes.received)) }
      }
      #expect(all > 0 && ended == 0)
      batch.cancel()
      await end.wait()
      #expect(batch.bytesReceived == batch.bytes.received && batch.bytesReceived > 0)
    }
  }

  @Test("Cancelled, a batch ends at once, and the next one resumes its parts", arguments: EngineName.allCases)
  func cancelled(name: EngineName) async throws {
    // The first file never ends, so the batch can only end by being cancelled.
    let script = ScriptedFile(on: bench.server) { _, number in
      file([UInt8](repeating: 1, count: 100_000), ending: number == 1 ? .stall : .complete)
    }
    let urls = [script.url] + bench.photos(2)
    let batch = try bench.batch(name, urls, settings: anyFile)
    let partial = bench.folder + "/out/.Image 1.partial"
    batch.onBytes = { [weak batch] _ in
      // Cancel when some bytes of the stalling file have arrived. The other files arrive whole or not at all.
      if FileManager.default.fileExists(atPath: partial) { batch?.cancel() }
    }
    await batch.finished()
    #expect(batch.isCancelled)
    #expect(batch.tally.cancelled >= 1)
    #expect(batch.tally.settled == batch.tally.listed)
    let names = try bench.names()
    #expect(names.count == batch.tally.done)
    #expect(try bench.files("out").keys.contains(".Image 1.partial"))
    let next = try await bench.batch(name, urls, settings: anyFile).finished()
    #expect(next.tally.done + next.tally.skipped == 3)
    #expect(script.header("Range", 2)?.hasPrefix("bytes=") == true)
  }

  @Test("A search is downloaded like any list", arguments: EngineName.allCases)
  func search(name: EngineName) async throws {
    let service = try SearchService.sample(at: bench.server.url)
    let batch = try await bench.batch(name, source: .search(Search("lake", at: service))).finished()
    #expect(batch.error == nil)
    #expect(batch.tally.listed > 0)
    #expect(batch.tally.done == batch.tally.listed)
    let none = try await bench.batch(name, source: .search(Search("xyzzy", at: service)), out: "none")
      .finished()
    #expect((none.error as? ListError)?.reason == .nothingFound)
  }

  private let anyFile = RunPlan.download { $0.takesAny = true }
}
