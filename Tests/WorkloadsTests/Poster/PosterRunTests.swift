import Engine
import Engines
import Foundation
import Imaging
import PhotoLists
import SampleServer
import TestSupport
import Testing

@testable import Workloads

@Suite("A poster, without a network", .serialized)
struct PosterRunTests {
  private let bench: PosterBench

  init() throws { bench = try PosterBench() }

  @Test(
    "Same list and seed give the same pixels, whatever the engine, the widths and the order of arrival",
    arguments: EngineName.allCases)
  func samePixels(name: EngineName) async throws {
    var urls = try bench.photos(40)
    for (place, url) in zip([0, 5, 6, 30], try bench.failing()) { urls.insert(url, at: place) }
    // These photos are the last of their layers to arrive or to fail.
    let server = try SampleServer()
    defer { server.stop() }
    for (place, fault) in [(1, ""), (9, "&fail=404"), (20, ""), (22, "&fail=garbage")] {
      urls.insert("\(server.url)/monarchs/stephen.png?delay=0.05&\(place)\(fault)", at: place)
    }
    let list = try bench.list(urls)
    let first = try await bench.run(.serial, list, .small(downloads: 1, scalings: 1))
    #expect(first.failures.count == 5)
    let reference = try bench.pixels()
    for (downloads, scalings) in [(1, 1), (3, 1), (2, 8), (50, 3)] {
      let run = try await bench.run(name, list, .small(downloads: downloads, scalings: scalings))
      #expect(try bench.pixels() == reference, "\(downloads) and \(scalings)")
      let failures = [run, first].map { $0.failures.map { "\($0.position) \($0.name) \($0.reason)" } }
      #expect(failures[0] == failures[1])
    }
    #expect(try await bench.pixels(name, list, .small(seed: 2)) != reference)
  }

  @Test("A photo that fails leaves its place to the next", arguments: EngineName.allCases)
  func failures(name: EngineName) async throws {
    // Twelve photos are needed. There are enough extra ones for each layer to replace those that fail.
    let good = try bench.photos(50)
    let failing = try bench.failing()
    let mixed = failing + good[..<3] + [failing[0], good[3], failing[1]] + good[4...]
    let reference = try await bench.pixels(name, bench.list(good), .small(photos: 12))
    let run = try await bench.run(name, bench.list(Array(mixed)), .small(photos: 12))
    #expect(try bench.pixels() == reference)
    #expect((run.tally.done, run.tally.failed) == (12, 6))
    #expect(run.failures.map(\.name) == ["0", "1", "2", "3", "7", "9"])
    #expect(run.failures.map(\.url) == [0, 1, 2, 3, 7, 9].map { mixed[$0] })
    #expect(run.failures.allSatisfy { !$0.reason.isEmpty })
    // Photos that failed were received, too.
    #expect(run.bytes.received > run.bytes.used && run.bytes.used > 0)
  }

  @Test(
    "A list with fewer photos than wanted fills every layer, and of these there are no more than photos",
    arguments: EngineName.allCases)
  func shortList(name: EngineName) async throws {
    let (photos, failing) = (try bench.photos(30), try bench.failing())
    var urls = photos
    for place in stride(from: 0, to: 40, by: 4) { urls.insert(failing[0], at: place) }
    let many = try await bench.run(name, bench.list(urls), .small(photos: 500, layers: 3)) { run in
      #expect(run.wanted == nil, "nobody knows before the list was read")
    }
    #expect(many.wanted == 40)
    #expect(many.tally.done == 30)
    #expect(many.error == nil)
    #expect(bench.layers.map(\.layers) == [1, 2, 3])

    let one = try await bench.run(name, bench.list([photos[0]]), .small(layers: 10))
    #expect(one.layers == 1)
    #expect(bench.layers.map(\.layers) == [1])
    let some = try await bench.run(
      name, bench.list([photos[0], failing[0], photos[1], failing[1]]), .small(photos: 4, layers: 10))
    #expect(some.layers == 4)
    #expect(some.tally.done == 2)
    #expect(some.layersWritten == 2)
    #expect(try bench.pixels() == bench.layers.last?.picture.withUnsafeBytes { Array($0) })
  }

  @Test("After each layer the poster is written again, with one layer more", arguments: EngineName.allCases)
  func layers(name: EngineName) async throws {
    let run = try await bench.run(name, bench.list(bench.photos(30)), .small()) { run in
      let record = run.onLayer
      run.onLayer = { layers, picture in
        // The file is complete at any time.
        #expect(throws: Never.self) { try bench.pixels() }
        record(layers, picture)
      }
    }
    #expect(bench.layers.map(\.layers) == [1, 2, 3, 4])
    #expect(run.layersWritten == 4)
    #expect(try bench.pixels() == bench.layers.last?.picture.withUnsafeBytes { Array($0) })
    #expect(Set(bench.layers.map { $0.picture.withUnsafeBytes { Array($0) } }).count == 4)
    #expect(try bench.files == ["poster.png"])
  }

  @Test("A poster whose name ends in .jpg is a JPEG")
  func jpeg() async throws {
    _ = try await bench.run(.gcd, bench.list(bench.photos(5)), .small(), out: "poster.jpg")
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: bench.folder + "/out/poster.jpg")))
    #expect(try bytes.withUnsafeBytes { try ImageType(of: $0) } == .jpeg)
  }

  @Test("A poster with nothing on it is not written", arguments: EngineName.allCases)
  func nothing(name: EngineName) async throws {
    let run = try await bench.run(name, bench.list(bench.failing() + bench.failing()), .small())
    #expect((run.tally.done, run.tally.failed) == (0, 8))
    #expect(try bench.files == [])
  }

  @Test("Cancelled while a drawing begins the next photo, a run ends", arguments: EngineName.allCases)
  func cancelledWhileBeginning(name: EngineName) async throws {
    let settings = PosterSettings.small(photos: 40, layers: 1)
    let run = try await bench.run(name, bench.list(bench.photos(40)), settings) { run in
      // The index starts the first photos, and each drawing starts one of the others.
      run.onJobs = { [unowned run] number, _, _ in if number == settings.underWay { run.cancel() } }
    }
    #expect(run.isCancelled)
    #expect(run.error == nil)
    #expect(try bench.files == [])
  }

  @Test("Cancelled, a run ends and leaves the last whole poster", arguments: EngineName.allCases)
  func cancelled(name: EngineName) async throws {
    let run = try await bench.run(name, bench.list(bench.photos(40)), .small(photos: 40, layers: 8)) { run in
      let record = run.onLayer
      run.onLayer = { layers, picture in
        record(layers, picture)
        if layers == 2 { run.cancel() }
      }
    }
    #expect(run.isCancelled)
    #expect(run.tally.done < 40)
    #expect(run.layersWritten >= 2)
    #expect(try bench.files == ["poster.png"])
    #expect(try bench.pixels() == bench.layers.last?.picture.withUnsafeBytes { Array($0) })
  }

  // MARK: Who waits for whom

  @Test(
    "Photos of a layer start when the layer behind has finished, and are drawn one at a time in the list's order",
    arguments: EngineName.allCases)
  func order(name: EngineName) async throws {
    _ = try await bench.run(name, bench.list(bench.photos(24)), .small(downloads: 8, scalings: 4))
    // The times when each job was picked and ended, as the number of preceding events.
    var (picked, ended) = ([String: Int](), [String: Int]())
    for (time, event) in bench.trace.enumerated() {
      if event.isPick { picked[event.jobName] = time }
      if event.isEnd { ended[event.jobName] = time }
    }
    let indexed = try #require(ended["index"])
    let finished = try (1...4).map { try #require(ended["layer \($0) finished"]) }
    #expect(finished == finished.sorted())
    let gates = [indexed] + finished
    // All downloads of a layer begin, and all its drawings end, between two gates.
    let plan = PosterPlan(.small(), photos: 24)
    var number = 0
    for layer in 0..<4 {
      for _ in 0..<plan.share(layer, of: 24 - number) {
        #expect(try #require(picked["download \(number)"]) > gates[layer])
        #expect(try #require(ended["draw \(number)"]) < gates[layer + 1])
        number += 1
      }
    }
    #expect(number == 24)
    for layer in 1...4 {
      #expect(try #require(ended["show layer \(layer)"]) < #require(picked["write layer \(layer)"]))
    }
    let drawings = bench.trace.filter { $0.isPick && $0.jobName.hasPrefix("draw ") }.map(\.jobName)
    #expect(drawings == (0..<24).map { "draw \($0)" })
    #expect(bench.trace.mostRunning(on: "draw") == 1)
  }

  @Test("However large the layer, the widths bound the photos in flight", arguments: EngineName.allCases)
  func bounded(name: EngineName) async throws {
    let settings = PosterSettings.small(photos: 60, layers: 1, downloads: 2, scalings: 1)
    _ = try await bench.run(name, bench.list(bench.photos(60)), settings)
    var (begun, drawn, most) = (0, 0, 0)
    for event in bench.trace where event.isPick {
      if event.jobName.hasPrefix("download ") { begun += 1 }
      // The body lets the next photo begin before the job has ended.
      if event.jobName.hasPrefix("draw ") { drawn += 1 }
      most = max(most, begun - drawn)
    }
    #expect(begun == 60)
    #expect(most <= settings.underWay)
  }
}
