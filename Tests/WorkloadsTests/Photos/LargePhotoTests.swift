import Base
import Engine
import Engines
import Foundation
import Imaging
import TestSupport
import Testing

@testable import Workloads

/// Tests photos that are processed by several slots.
@Suite("Large photos", .serialized)
struct LargePhotoTests {
  private let bench: PhotoBench

  init() throws { bench = try PhotoBench() }

  /// Returns a list of one photo with about twenty strips.
  private func list() throws -> KeyValuePairs<String, String> {
    var picture = Picture(width: 2000, height: 1700, format: .rgb)
    var random = SplitMix(seed: 7)
    let noise = (0..<20_011).map { _ in UInt8.random(in: 0...255, using: &random) }
    picture.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: noise.count) {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        rest.copyBytes(from: noise.prefix(rest.count))
      }
    }
    let path = "\(bench.folder)/large.jpg"
    try Data(encodeJPEG(picture)).write(to: URL(fileURLWithPath: path))
    return ["large": URL(fileURLWithPath: path).absoluteString]
  }

  @Test("The file of a large photo is the same from every engine, on any number of slots")
  func sameFiles() async throws {
    let list = try list()
    var first: [String: Data]?
    for (name, filters) in [(EngineName.serial, 1), (.gcd, 1)] + EngineName.parallel.map({ ($0, 3) }) {
      let run = try await bench.run(
        name, list, settings: .with { ($0.force, $0.filters) = (true, filters) })
      #expect(run.tally.done == 1)
      let files = try bench.files("out")
      #expect(files.keys.sorted() == ["large.png"])
      #expect(first ?? files == files)
      first = files
    }
  }

  @Test(
    "A run that is cancelled while a large photo is helped with ends, and leaves nothing",
    arguments: EngineName.parallel
  )
  func cancelled(name: EngineName) async throws {
    let helps = Gate()
    let watcher: Watcher = { event in
      if case .entered(.running) = event.kind, event.jobName.hasPrefix("help with") { helps.open() }
    }
    let run = try await bench.run(
      name, list(), settings: .with { $0.filters = 3 },
      prepare: { run in
        // Not on the watcher's thread, which holds the engine's lock.
        helps.whenOpen { Thread.detachNewThread { run.cancel() } }
      }, watcher: watcher)
    #expect(helps.isOpen)
    #expect(run.tally.cancelled == 1)
    #expect(try bench.files("out").isEmpty)
  }

  @Test(
    "A helper is a job behind all others, and is asked for only where a slot is free",
    arguments: EngineName.parallel)
  func helpers(name: EngineName) async throws {
    let engine = name.makeEngine(reporting: .serial("reports"))
    let run = Run(engine: engine)
    let queue = run.makeQueue(.filter, width: 2)
    let (helped, asked, other) = (Gate(), Gate(), Gate())
    let ask = filterHelpers(run, queue, name: "Mist")
    // A helper that has already returned isn't counted.
    let counted = Counter()
    queue.add("photo") { _ in
      let count = ask {
        counted.blockUntil(1)
        helped.open()
      }
      counted.add()
      #expect(count == 1)
      asked.open()
    }
    await asked.wait()
    await helped.wait()
    await queue.idle()
    #expect(queue.counts.finished == 2)

    queue.suspend()
    queue.add("one") { _ in }
    queue.add("two") { _ in
      #expect(ask { Issue.record("there is no free slot") } == 0)
      other.open()
    }
    queue.add("three") { _ in }
    queue.width = 1
    queue.resume()
    await other.wait()
    await queue.idle()
    #expect(queue.counts.finished == 5)
  }
}
