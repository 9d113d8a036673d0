import Base
import Engines
import Foundation
import Imaging
import SampleServer
import TestSupport
import Testing
import WebServer

@testable import Workloads

@Suite("The main job", .serialized)
final class PhotoRunTests: PhotoBenchTests {
  @Test("Every engine makes the same files of a list's photos, of the size and format that were asked for")
  func sameFiles() async throws {
    var settings = RunPlan()
    settings.recipe.size = Box(width: 64, height: 48)
    settings.format = .jpeg(quality: 70)
    let broken = SampleCatalog.entries.prefix(24).map(\.name).filter(SampleCatalog.broken.contains)
    #expect(broken.count > 1)
    for name in EngineName.allCases {
      let run = try await bench.run(
        name, .url(bench.server.url + "/photos.plist?count=24"), out: name.rawValue, settings: settings)
      #expect(run.tally.listed == 24 && run.tally.done == 24 - broken.count)
      #expect(run.failures.map(\.name) == broken)
      #expect(try bench.files(name.rawValue) == bench.files("gcd"))
    }
    for (name, file) in try bench.files("gcd") {
      #expect(name.hasSuffix(".jpg") && file.starts(with: [0xFF, 0xD8, 0xFF]))
      let picture = try decode(Array(file))
      #expect(picture.width == 64 && picture.height <= 48 || picture.width <= 64 && picture.height == 48)
    }
  }

  @Test("A photo is resized before it is filtered, and comes out as that makes it")
  func resizedFirst() async throws {
    let url = bench.photos(1)[0]
    var settings = RunPlan()
    settings.recipe.filter = .none
    _ = try await bench.run(.gcd, ["whole": url], settings: settings)
    let whole = try decode(Array(#require(bench.files("out")["whole.png"])))
    settings.recipe.filter = .sepia()
    // The size is more than half of the original, so that all pixels are decoded.
    let box = Box(square: max(whole.width, whole.height) * 3 / 4)
    settings.recipe.size = box
    _ = try await bench.run(.gcd, ["small": url], settings: settings)
    var expected = try whole.scaled(toFit: box)
    Sepia().apply(to: &expected)
    let small = try decode(Array(#require(bench.files("out")["small.png"])))
    #expect(small.withUnsafeBytes { Array($0) } == expected.withUnsafeBytes { Array($0) })
  }

  @Test("Failures are in the list's order, whichever came first", arguments: EngineName.allCases)
  func order(name: EngineName) async throws {
    let list: KeyValuePairs = ["0": bench.server.url + "/slow", "1": "", "2": "nowhere", "3": ""]
    let run = try await bench.run(name, list) { run in
      let failed = Gate()
      run.onOutcome = { _ in if run.tally.failed == 3 { failed.open() } }
      bench.server.handler = { _ in
        // The serial engine can't make any other photo fail while it waits for this one.
        if name == .serial { return .now(.notFound("")) }
        return .later { respond in failed.whenOpen { respond(.notFound("")) } }
      }
    }
    #expect(run.failures.map(\.position) == [1, 2, 3, 4])
  }

  @Test("A photo is shown when it is downloaded, and when it is filtered", arguments: EngineName.allCases)
  func shownTwice(name: EngineName) async throws {
    var states: [Photo.State] = []
    _ = try await bench.run(name, ["one": bench.photos(1)[0]]) { run in
      run.onChange = { photo in
        states.append(photo.state)
        switch (photo.state, photo.image) {
        case (.downloaded, .original), (.filtered, .filtered), (.downloading, nil),
          (.filtering, .original):
          break
        default: Issue.record("\(photo.state) with \(String(describing: photo.image))")
        }
      }
    }
    #expect(states.filter { $0 == .downloaded || $0 == .filtered } == [.downloaded, .filtered])
  }

  @Test("Downloads are suspended while too many originals wait for a filter", arguments: EngineName.allCases)
  func backpressure(name: EngineName) async throws {
    for (limit, suspends) in [(0, true), (Int.max, false)] {
      let trace = Recorder()
      let run = try await bench.run(
        name, .url("\(bench.server.url)/photos.plist?count=12"), out: "\(limit)",
        settings: .photos { ($0.filters, $0.waitingLimit) = (1, limit) }, watcher: trace.watcher)
      #expect(run.tally.settled == 12 && run.tally.cancelled == 0)
      let suspensions = trace.events.count { if case .suspended = $0.kind { true } else { false } }
      let resumptions = trace.events.count { if case .resumed = $0.kind { true } else { false } }
      #expect((suspensions > 0) == suspends && resumptions == suspensions)
    }
  }

  @Test("A run that is cancelled while its downloads are suspended ends", arguments: EngineName.allCases)
  func cancelledWhileSuspended(name: EngineName) async throws {
    let run = try await bench.run(
      name, .url("\(bench.server.url)/photos.plist?count=24"),
      settings: .photos { ($0.filters, $0.ahead, $0.waitingLimit) = (1, 4, 0) },
      prepare: { run in run.onChange = { [unowned run] in if $0.state == .downloaded { run.cancel() } } })
    #expect(run.isCancelled && run.tally.settled == run.tally.listed)
  }

  @Test("The file of a large photo, which is written in about twenty strips, is the same from every engine")
  func largePhoto() async throws {
    try bench.place.write(encodeJPEG(.noise(width: 2000, height: 1700)), to: "large.jpg")
    let list: KeyValuePairs = ["large": URL(fileURLWithPath: bench.folder + "/large.jpg").absoluteString]
    var first: [String: Data]?
    for (name, filters) in [(EngineName.serial, 1), (.gcd, 1)] + EngineName.parallel.map({ ($0, 3) }) {
      let run = try await bench.run(
        name, list, settings: .photos { ($0.force, $0.filters) = (true, filters) })
      #expect(run.tally.done == 1)
      let files = try bench.files("out")
      #expect(files.keys.sorted() == ["large.png"])
      #expect(first ?? files == files)
      first = files
    }
  }

  #if DEBUG
    private static let many = 1_000
  #else
    private static let many = 100_000
  #endif

  @Test(
    "A run ends when the last photo of a long list has, with no more in progress than was asked for",
    .timeLimit(.minutes(5)), arguments: EngineName.allCases)
  func longList(name: EngineName) async throws {
    // All photos fail immediately. The jobs of the first half don't find a file, and the others have no job
    // that could delay the end.
    let entries = (1...Self.many).map { ("\($0)", $0 > Self.many / 2 ? "" : "file:///nowhere/\($0).png") }
    let (most, failedAtEnd) = (Locked(0), Locked(0))
    let list = try bench.place.list(entries)
    let run = try await bench.run(name, list, settings: .photos { $0.ahead = 12 }) { run in
      run.onEnd = { [unowned run] in failedAtEnd.withLock { $0 = run.failures.count } }
      run.onOutcome = { [unowned run] _ in most.withLock { $0 = max($0, run.pipeline.photosInProgress) } }
    }
    #expect(run.error == nil)
    #expect(run.tally.listed == Self.many && run.tally.failed == Self.many)
    #expect(run.failures.map(\.position) == Array(1...Self.many))
    #expect(failedAtEnd.value == Self.many)
    #expect((1...12).contains(most.value))
  }
}
