import Base
import Engine
import Engines
import Foundation
import Imaging
import SampleServer
import TestSupport
import Testing
import Transport
import WebServer

@testable import Workloads

@Suite("The slow gallery", .serialized)
struct ThumbnailRunTests {
  @Test("Every engine writes the same thumbnails, scaled, and nothing else")
  func sameFiles() async throws {
    let bench = try PhotoBench()
    var expected: [String: Data]?
    for name in EngineName.allCases {
      var recipe = Recipe()
      recipe.size = Box(square: 64)
      let run = try bench.thumbnails(name, out: name.rawValue, recipe: recipe)
      await run.finished()
      #expect(run.error == nil)
      #expect(run.groups.map(\.name) == SampleCatalog.houses.map(\.name))
      #expect(run.groups.flatMap(\.thumbnails).allSatisfy { $0.photo.state == .filtered })
      let files = try bench.tree(name.rawValue)
      #expect(files.count == SampleCatalog.houses.reduce(0) { $0 + $1.monarchs.count })
      #expect(expected == nil || expected == files)
      expected = files
    }
    let picture = try decode(Array(try #require(expected?["Tudor/Henry VIII.png"])))
    #expect(max(picture.width, picture.height) == 64)
  }

  @Test("A file in the place of a house's folder fails that house alone", arguments: EngineName.allCases)
  func noFolder(name: EngineName) async throws {
    let bench = try PhotoBench()
    let good = #"{"name": "a", "thumbnail": "/monarchs/stephen.png"}"#
    let list = #"[{"house": "A", "monarchs": [\#(good), \#(good)]}, {"house": "B", "monarchs": [\#(good)]}]"#
    bench.server.handler = { $0.path == "/list" ? .now(.json(list)) : nil }
    let run = try bench.thumbnails(name, list: "/list")
    try Data().write(to: URL(fileURLWithPath: "\(bench.folder)/out/A"))
    await run.finished()
    #expect(run.error == nil)
    #expect(run.tally.failed == 2 && run.tally.done == 1 && run.tally.settled == run.tally.listed)
    #expect(run.failures.allSatisfy { $0.reason.contains("out/A” is not a folder; remove it") })
  }

  @Test("Downloads wait for the list, and scaling for the download", arguments: EngineName.allCases)
  func prerequisites(name: EngineName) async throws {
    let bench = try PhotoBench()
    // None of them is found, which lets go of those that wait for them, too.
    bench.server.handler = { $0.path == "/list" ? .now(.json(listOfTen)) : nil }
    let log = Recorder()
    let run = try bench.thumbnails(name, list: "/list", watcher: log.watcher)
    await run.finished()
    let events = log.events
    let list = try #require(events.first { $0.jobName == "list" }?.job)
    let listEnd = try #require(events.firstIndex { $0.job == list && $0.isEnd })
    var downloads = 0
    for event in events where event.jobName.hasPrefix("download ") && event.isPick {
      downloads += 1
      let start = try #require(events.firstIndex { $0.job == event.job && $0.isPick })
      #expect(start > listEnd)
      #expect(events.contains { $0.job == event.job && $0.prerequisite == list })
      let scale = try #require(
        events.first { $0.jobName == "scale " + event.jobName.dropFirst("download ".count) }?.job)
      #expect(events.contains { $0.job == scale && $0.prerequisite == event.job })
    }
    #expect(downloads == 10)
  }

  @Test("At most three at a time, and as many as that", arguments: [EngineName.gcd, .operation])
  func threeAtATime(name: EngineName) async throws {
    let bench = try PhotoBench()
    let gate = ReplyGate(opensAt: 3, below: "/gated/")
    bench.server.handler = { request in
      if request.path == "/list" { return .now(.json(listOfTen)) }
      return gate.handler(request)
    }
    let most = Recorder()
    let run = try bench.thumbnails(name, list: "/list", watcher: most.watcher)
    await run.finished()
    #expect(gate.isOpen)
    #expect(most.events.mostRunning(on: "download") == 3)
    #expect(run.groups[0].thumbnails.allSatisfy { $0.photo.hasFailed })
  }

  @Test(
    "While the server takes its time with a list, its job holds no thread", .timeLimit(.minutes(2)),
    arguments: EngineName.allCases)
  func listHoldsNoThread(name: EngineName) async throws {
    let bench = try PhotoBench()
    let replies = Gate()
    bench.server.handler = { request in
      guard request.path == "/list" else { return nil }
      return .later { respond in replies.whenOpen { respond(.json(listOfTen)) } }
    }
    let trace = Recorder()
    let run = try bench.thumbnails(name, list: "/list", watcher: trace.watcher)
    let end = run.begun()
    await trace.until { events in
      events.contains { if case .returned = $0.kind { $0.jobName == "fetch list" } else { false } }
    }
    replies.open()
    await end.wait()
    #expect(run.groups[0].thumbnails.count == 10)
  }

  @Test("The light is on while the list or a thumbnail is transferred, and off at the end")
  func light() async throws {
    let bench = try PhotoBench()
    let held = ReplyGate(opensAt: 1, below: "/gated/")
    bench.server.handler = { request in
      request.path == "/list" ? .now(.json(listOfTen)) : held.handler(request)
    }
    let run = try bench.thumbnails(.gcd, list: "/list")
    let lights = run.recordedLights()
    await run.finished()
    #expect(lights.value.first == true && lights.value.last == false)
    #expect(zip(lights.value, lights.value.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test(
    "Cancelled while the list is held back, it ends at once, and the light is off",
    arguments: EngineName.allCases)
  func cancelled(name: EngineName) async throws {
    let bench = try PhotoBench()
    let asked = Gate()
    bench.server.handler = { request in
      guard request.path == "/list" else { return nil }
      asked.open()
      // An answer that never comes.
      return .later { _ in }
    }
    let run = try bench.thumbnails(name, list: "/list")
    let lights = run.recordedLights()
    let end = run.begun()
    await asked.wait()
    #expect(lights.value == [true])
    run.cancel()
    await end.wait()
    #expect(run.isCancelled)
    #expect(run.error == nil)
    #expect(lights.value == [true, false])
    #expect(run.groups.isEmpty)
  }

  @Test("Cancelled among the thumbnails, it ends with whole files only", arguments: EngineName.allCases)
  func cancelledLater(name: EngineName) async throws {
    let bench = try PhotoBench()
    let run = try bench.thumbnails(name, list: "/monarchs.json")
    bench.server.handler = { [weak run] request in
      guard request.path.hasSuffix("/henry-ii.png"), let run else { return nil }
      // As a key or an interrupt comes: the serial engine's own queue is busy waiting.
      Thread.detachNewThread { run.cancel() }
      return .later { _ in }
    }
    await run.finished()
    #expect(run.isCancelled)
    #expect(!run.isLoading)
    let photos = run.groups.flatMap(\.thumbnails).map(\.photo)
    #expect(photos.contains { $0.state == .new })
    #expect(try bench.tree("out").count == photos.count { $0.state == .filtered })
  }

  @Test(
    "A list that cannot be fetched, or is not a grouped list, is an error that says so",
    arguments: EngineName.allCases)
  func noList(name: EngineName) async throws {
    let bench = try PhotoBench()
    for (list, words) in [("/nothing", "404"), ("/photos.json", "not a grouped list")] {
      let run = try bench.thumbnails(name, list: list)
      await run.finished()
      #expect("\(try #require(run.error))".contains(words))
    }
  }
}

private let listOfTen =
  #"[{"house": "H", "monarchs": ["#
  + (0..<10).map { #"{"name": "\#($0)", "thumbnail": "/gated/\#($0).png"}"# }.joined(separator: ",") + "]}]"

extension PhotoBench {
  fileprivate func thumbnails(
    _ name: EngineName, list: String = "/monarchs.json", out: String = "out",
    recipe: Recipe = Recipe(), watcher: Watcher? = nil
  ) throws -> ThumbnailRun {
    return ThumbnailRun(
      engine: name.makeEngine(reporting: .serial("reports"), watcher: watcher),
      transport: Transport(.patient),
      list: .url(server.url + list), output: try OutputFolder("\(folder)/\(out)"), recipe: recipe)
  }
}

extension ThumbnailRun {
  /// How the light goes on and off. Called before the start.
  fileprivate func recordedLights() -> Locked<[Bool]> {
    let lights = Locked<[Bool]>([])
    onLoading = { isOn in lights.withLock { $0.append(isOn) } }
    return lights
  }
}

extension TraceEvent {
  fileprivate var prerequisite: JobID? { if case .prerequisite(let job) = kind { job } else { nil } }
}
