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
  private let bench: PhotoBench

  init() throws { bench = try PhotoBench() }

  @Test("Every engine writes the same thumbnails of the sample server, each unlike all others, scaled")
  func sameFiles() async throws {
    var expected: [String: Data]?
    for name in EngineName.allCases {
      var recipe = Recipe()
      recipe.size = Box(square: 64)
      let run = try bench.thumbnails(name, out: name.rawValue, recipe: recipe)
      await run.finished()
      #expect(run.error == nil)
      #expect(run.groups.map(\.name) == SampleCatalog.houses.map(\.name))
      let thumbnails = run.groups.flatMap(\.thumbnails)
      #expect(thumbnails.allSatisfy { $0.photo.state == .filtered })
      #expect(thumbnails.contains { $0.photo.name == "Henry VIII" && $0.years == "1509–1547" })
      let files = try bench.tree(name.rawValue)
      #expect(files.count == SampleCatalog.houses.reduce(0) { $0 + $1.monarchs.count })
      #expect(expected == nil || expected == files)
      expected = files
    }
    #expect(try Set(#require(expected).values).count == expected?.count, "two monarchs look alike")
    let picture = try decode(Array(try #require(expected?["Tudor/Henry VIII.png"])))
    #expect(max(picture.width, picture.height) == 64)
  }

  @Test("A file in the place of a house's folder fails that house alone", arguments: EngineName.allCases)
  func noFolder(name: EngineName) async throws {
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

  @Test(
    "Downloads wait for the list, three of them run at a time, and scaling waits for the download",
    arguments: EngineName.allCases)
  func prerequisites(name: EngineName) async throws {
    // None of them is found, which lets go of those that wait for them, too.
    let atOnce = name == .serial ? 1 : 3
    let gate = ReplyGate(opensAt: atOnce, below: "/gated/")
    bench.server.handler = { $0.path == "/list" ? .now(.json(listOfTen)) : gate.handler($0) }
    let log = Recorder()
    let run = try bench.thumbnails(name, list: "/list", watcher: log.watcher)
    run.onChange = { [unowned run] photo in #expect(run.isLoading || photo.state != .downloading) }
    await run.finished()
    #expect(run.groups[0].thumbnails.allSatisfy { $0.photo.hasFailed })
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
    #expect(gate.isOpen && events.mostRunning(on: "download") == atOnce)
  }

  @Test(
    "While a list is held back, its job holds no thread, a light is on, and the run can be cancelled at once",
    .timeLimit(.minutes(2)), arguments: EngineName.allCases, [false, true])
  func slowList(name: EngineName, isCancelled: Bool) async throws {
    let (asked, replies) = (Gate(), Gate())
    bench.server.handler = { request in
      guard request.path == "/list" else { return nil }
      asked.open()
      return .later { respond in replies.whenOpen { respond(.json(listOfTen)) } }
    }
    let trace = Recorder()
    let run = try bench.thumbnails(name, list: "/list", watcher: trace.watcher)
    let lights = Locked<[Bool]>([])
    run.onLoading = { isOn in lights.withLock { $0.append(isOn) } }
    let end = run.begun()
    await asked.wait()
    await trace.until { events in
      events.contains { if case .returned = $0.kind { $0.jobName == "fetch list" } else { false } }
    }
    #expect(lights.value == [true])
    if isCancelled { run.cancel() } else { replies.open() }
    await end.wait()
    #expect(run.isCancelled == isCancelled && run.error == nil)
    #expect(run.groups.map(\.thumbnails.count) == (isCancelled ? [] : [10]))
    #expect(lights.value.last == false)
    #expect(zip(lights.value, lights.value.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test(
    "A list that cannot be fetched, or is not a grouped list, is an error that says so",
    arguments: EngineName.allCases)
  func noList(name: EngineName) async throws {
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

extension TraceEvent {
  fileprivate var prerequisite: JobID? { if case .prerequisite(let job) = kind { job } else { nil } }
}
