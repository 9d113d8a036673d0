import Engine
import Engines
import Foundation
import Imaging
import PhotoLists
import SampleServer
import TestSupport
import Testing
import Transport
import WebServer

@testable import Workloads

@Suite("The main job", .serialized)
struct PhotoRunTests {
  @Test("Every engine filters every photo of the list that is one, into the same files")
  func sameFiles() async throws {
    let bench = try PhotoBench()
    // Smaller pictures are as different from each other.
    let options = PhotoRunOptions.with { $0.recipe.size = Box(square: 64) }
    let broken = SampleCatalog.entries.prefix(24).map(\.name).filter(SampleCatalog.broken.contains)
    #expect(broken.count > 1)
    for name in EngineName.allCases {
      let run = try await bench.run(name, list: "photos.plist?count=24", out: name.rawValue, options: options)
      #expect(run.tally.listed == 24 && run.tally.done == 24 - broken.count)
      #expect(run.failures.map(\.name) == broken)
      #expect(try bench.files(name.rawValue) == bench.files("gcd"))
    }
  }

  @Test("Failures are in the list's order, whichever came first", arguments: EngineName.allCases)
  func order(name: EngineName) async throws {
    let bench = try PhotoBench()
    let list: KeyValuePairs = ["0": bench.server.url + "/slow", "1": "", "2": "nowhere", "3": ""]
    let run = try await bench.run(name, entries: list) { run in
      let failed = Gate()
      run.onSettle = { _, _ in if run.tally.failed == 3 { failed.open() } }
      bench.server.handler = { _ in
        // The serial engine fails nothing else while it waits for this.
        if name == .serial { return .now(.notFound("")) }
        return .later { respond in failed.whenOpen { respond(.notFound("")) } }
      }
    }
    #expect(run.failures.map(\.position) == [1, 2, 3, 4])
  }

  @Test(
    "A photo is shown when it is downloaded, and again when it is filtered", arguments: EngineName.allCases)
  func shownTwice(name: EngineName) async throws {
    let bench = try PhotoBench()
    let url = try await bench.someURLs(1)[0]
    var states: [Photo.State] = []
    _ = try await bench.run(name, entries: ["one": url]) { run in
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

  @Test(
    "A run ends when the last photo of the list has, also where all fail at once",
    arguments: EngineName.allCases)
  func endsLast(name: EngineName) async throws {
    let bench = try PhotoBench()
    let line = #"{"name": "none", "url": ""}"# + "\n"
    bench.server.handler = { request in
      request.path == "/bad.jsonl" ? .now(.text(String(repeating: line, count: 1000))) : nil
    }
    var failed = 0
    _ = try await bench.run(name, list: "bad.jsonl") { run in
      run.onEnd = { [unowned run] in failed = run.failures.count }
    }
    #expect(failed == 1000)
  }

  @Test("At most `ahead` photos are in flight, however long the list", arguments: EngineName.allCases)
  func ahead(name: EngineName) async throws {
    let bench = try PhotoBench()
    var options = PhotoRunOptions()
    options.ahead = 5
    options.downloads = 3
    options.recipe.size = Box(square: 16)
    var most = 0
    let run = try await bench.run(name, list: "photos.txt?count=16", options: options) { run in
      run.onChange = { _ in most = max(most, run.pipeline.photosInProgress) }
    }
    #expect(run.tally.settled == run.tally.listed)
    #expect(run.tally.listed == 16)
    #expect((1...5).contains(most))
  }

  @Test("A second run skips what is there, unless it is forced", arguments: EngineName.allCases)
  func skips(name: EngineName) async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(2)
    let list: KeyValuePairs = ["a": urls[0], "b": urls[1]]
    _ = try await bench.run(name, entries: list)
    let before = bench.server.counters.requests
    let second = try await bench.run(name, entries: list)
    #expect(second.tally.skipped == 2)
    #expect(bench.server.counters.requests == before)
    #expect(try await bench.run(name, entries: list, options: .with { $0.force = true }).tally.done == 2)
  }

  @Test("Photos of one name get files of their own", arguments: EngineName.allCases)
  func collisions(name: EngineName) async throws {
    let bench = try PhotoBench()
    let url = try await bench.someURLs(1)[0]
    _ = try await bench.run(name, entries: ["../x": url, "../x": url])
    #expect(try bench.files("out").count == 2)
    #expect(try bench.files("out").keys.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") })
  }

  @Test("Cancelled before it began, a run ends with nothing done", arguments: EngineName.allCases)
  func cancelledBefore(name: EngineName) async throws {
    let bench = try PhotoBench()
    let url = try await bench.someURLs(1)[0]
    let run = try await bench.run(name, entries: ["a": url]) { $0.cancel() }
    #expect(run.isCancelled)
    #expect(run.tally.listed == 0)
  }

  @Test(
    "Cancelled, a run ends with nothing half written, whatever was in flight", arguments: EngineName.allCases)
  func cancelled(name: EngineName) async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(2)
    // The second never comes: the run can end only by being cancelled.
    let list: KeyValuePairs = ["a": urls[0], "b": urls[1] + "?fail=stall"]
    let run = try await bench.run(name, entries: list) { run in
      bench.server.handler = { request in
        // From another thread, as an interrupt comes; the serial engine's own is busy waiting.
        if request.target.contains("fail=stall") { Thread.detachNewThread { run.cancel() } }
        return nil
      }
    }
    #expect(run.isCancelled)
    #expect(run.tally.cancelled >= 1)
    #expect(run.tally.done + run.tally.cancelled == 2)
    #expect(try bench.files("out").count == run.tally.done)
  }

  @Test("A folder that takes no more files ends the run with the reason", arguments: EngineName.allCases)
  func cannotWrite(name: EngineName) async throws {
    let bench = try PhotoBench()
    let run = try await bench.run(name, list: "photos.txt?count=5") { run in
      run.onChange = { _ in try? FileManager.default.removeItem(atPath: bench.folder + "/out") }
    }
    #expect(run.tally.done == 0)
    #expect(run.tally.settled == run.tally.listed)
  }
}
