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
final class ThumbnailRunTests: PhotoBenchTests {
  @Test("Every engine writes the same thumbnails of the sample server, each unlike all others, scaled")
  func sameFiles() async throws {
    var expected: [String: Data]?
    for name in EngineName.allCases {
      let run = try await bench.thumbnails(
        name, out: name.rawValue, settings: .thumbnails { $0.recipe.size = Box(square: 64) }
      ).finished()
      #expect(run.error == nil)
      #expect(run.groups.map(\.name) == SampleCatalog.houses.map(\.name))
      let thumbnails = run.groups.flatMap(\.photos)
      #expect(thumbnails.allSatisfy { $0.state == .filtered })
      #expect(thumbnails.contains { $0.name == "Henry VIII" && $0.years == "1509–1547" })
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
    try bench.place.write("", to: "out/A")
    await run.finished()
    #expect(run.error == nil)
    #expect(run.tally.failed == 2 && run.tally.done == 1 && run.tally.settled == run.tally.listed)
    #expect(run.failures.allSatisfy { $0.reason.contains("out/A” is not a folder; remove it") })
  }

  @Test(
    "Downloads wait for the list, begin in its order, three at a time, and scaling waits for the download",
    arguments: EngineName.allCases)
  func prerequisites(name: EngineName) async throws {
    // None of the thumbnails is found. That releases the jobs that depend on the downloads, too.
    let atOnce = name == .serial ? 1 : 3
    let gate = ReplyGate(opensAt: atOnce, below: "/gated/")
    bench.server.handler = { $0.path == "/list" ? .now(.json(listOfTen)) : gate.handler($0) }
    let log = Recorder()
    let run = try bench.thumbnails(name, list: "/list", watcher: log.watcher)
    run.onChange = { [unowned run] photo in #expect(run.isLoading || photo.state != .downloading) }
    await run.finished()
    #expect(run.groups[0].photos.allSatisfy { $0.hasFailed })
    let events = log.events
    let list = try #require(events.first { $0.jobName == "list" }?.job)
    let listEnd = try #require(events.firstIndex { $0.job == list && $0.isEnd })
    var downloads: Set<Int> = []
    for event in events where event.jobName.hasPrefix("download ") && event.isPick {
      let number = try #require(Int(event.jobName.dropFirst("download ".count)))
      // Slots are given in order, but a thread may come late: earlier jobs without one hold the other slots.
      #expect((0..<number).count { !downloads.contains($0) } < atOnce)
      #expect(downloads.insert(number).inserted)
      let start = try #require(events.firstIndex { $0.job == event.job && $0.isPick })
      #expect(start > listEnd)
      let scale = try #require(
        events.first { $0.jobName == "scale " + event.jobName.dropFirst("download ".count) }?.job)
      #expect(events.contains { $0.job == scale && $0.prerequisite == event.job })
    }
    #expect(downloads.count == 10)
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
    #expect(run.groups.map(\.photos.count) == (isCancelled ? [] : [10]))
    #expect(lights.value.last == false)
    #expect(zip(lights.value, lights.value.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test(
    "Thumbnails are loaded when they come into sight, and no others, and the run ends when it is cancelled",
    arguments: EngineName.allCases, [false, true])
  func inSight(name: EngineName, isCancelled: Bool) async throws {
    let asked = Locked<Set<String>>([])
    bench.server.handler = { request in
      if request.path == "/list" { return .now(.json(listOfTen)) }
      asked.withLock { _ = $0.insert(request.path) }
      return nil
    }
    let (settled, isStopped) = (Counter(), Gate())
    let run = try bench.thumbnails(name, list: "/list")
    run.inSight = 2..<4
    run.onChange = { photo in if photo.hasFailed { settled.add() } }
    run.onEnd = { isStopped.open() }
    let end = run.begun()
    await settled.reach(2)
    #expect(asked.value == ["/gated/2.png", "/gated/3.png"])
    #expect(!isStopped.isOpen)
    if isCancelled {
      run.cancel()
      await end.wait()
      #expect(run.tally.failed == 2 && run.tally.cancelled == 8)
    } else {
      run.engine.reportQueue.async { run.inSight = 0..<100 }
      await end.wait()
      #expect(run.tally.failed == 10 && asked.value.count == 10)
    }
  }

  @Test(
    "Thumbnails that leave the sight before they were loaded are cancelled, and loaded when they are seen again",
    arguments: EngineName.parallel)
  func outOfSight(name: EngineName) async throws {
    let (asked, valve) = (Counter(), ReplyValve(isShut: true))
    bench.server.handler = { request in
      if request.path == "/list" { return .now(.json(listOfTen)) }
      asked.add()
      return valve.answer(request)
    }
    let run = try bench.thumbnails(name, list: "/list")
    run.inSight = 0..<3
    let cancelled = Counter()
    run.onChange = { photo in if photo.state == .new { cancelled.add() } }
    let end = run.begun()
    await asked.reach(3)
    run.engine.reportQueue.async { run.inSight = 5..<6 }
    await cancelled.reach(3)
    valve.open()
    run.engine.reportQueue.async { run.inSight = nil }
    await end.wait()
    #expect(run.tally.failed == 10 && run.tally.cancelled == 0)
  }

  @Test("A second run keeps the thumbnails that are there, unless forced", arguments: EngineName.allCases)
  func again(name: EngineName) async throws {
    let first = try await bench.thumbnails(name).finished()
    let asked = Counter()
    bench.server.handler = { request in
      if request.path.hasPrefix("/monarchs/") { asked.add() }
      return nil
    }
    let second = try await bench.thumbnails(name).finished()
    #expect(second.tally.skipped == first.tally.done && second.tally.done == 0 && asked.count == 0)
    let thumbnails = second.groups.flatMap(\.photos)
    #expect(thumbnails.allSatisfy { if case .filtered? = $0.image { true } else { false } })
    let forced = try await bench.thumbnails(name, settings: .thumbnails { $0.force = true }).finished()
    #expect(forced.tally.done == first.tally.done)
  }

  @Test("A file that no run has written, and a folder, are left alone and reported")
  func foreign() async throws {
    let thumbnail = #"{"name": "NAME", "thumbnail": "/monarchs/stephen.png"}"#
    let thumbnails = ["a", "b", "c"].map { thumbnail.replacing("NAME", with: $0) }.joined(separator: ",")
    bench.server.handler = {
      $0.path == "/list" ? .now(.json(#"[{"house": "A", "monarchs": [\#(thumbnails)]}]"#)) : nil
    }
    let run = try bench.thumbnails(.gcd, list: "/list")
    for name in ["A", "A/b.png"] { mkdir("\(bench.folder)/out/\(name)", 0o755) }
    try bench.place.write("mine", to: "out/A/a.png")
    await run.finished()
    #expect(run.tally.done == 1)
    #expect(run.failures.map(\.name) == ["a", "b"])
    #expect(run.failures.allSatisfy { $0.url == bench.server.url + "/monarchs/stephen.png" })
    #expect(run.failures.first?.reason.contains("“A/a.png” exists, but no run has written it") == true)
    #expect(run.failures.last?.reason == "there is already a folder “A/b.png”; move it away")
    #expect(try bench.files("out")["A/a.png"] == Data("mine".utf8))
    // Force replaces files, but can't replace a folder.
    let forced = try await bench.thumbnails(.gcd, list: "/list", settings: .thumbnails { $0.force = true })
      .finished()
    #expect(forced.tally.done == 2 && forced.failures.first?.reason.hasSuffix("; move it away") == true)
  }

  @Test("A list that isn't there or isn't grouped is an error that says so", arguments: EngineName.allCases)
  func noList(name: EngineName) async throws {
    for (list, words) in [("/nothing", "404"), ("/photos.json", "not a grouped list")] {
      let run = try await bench.thumbnails(name, list: list).finished()
      #expect("\(try #require(run.error))".contains(words))
      #expect(access(out, F_OK) != 0, "an empty folder is left behind")
    }
  }
}

private let listOfTen =
  #"[{"house": "H", "monarchs": ["#
  + (0..<10).map { #"{"name": "\#($0)", "thumbnail": "/gated/\#($0).png"}"# }.joined(separator: ",") + "]}]"

extension PhotoBench {
  fileprivate func thumbnails(
    _ name: EngineName, list: String = "/monarchs.json", out: String = "out",
    settings: RunPlan = .thumbnails, watcher: Watcher? = nil
  ) throws -> ThumbnailRun {
    ThumbnailRun(
      engine: name.makeEngine(reporting: .serial("reports"), watcher: watcher),
      transport: Transport(.patient),
      list: .url(server.url + list), output: try OutputFolder("\(folder)/\(out)"), plan: settings)
  }
}

extension TraceEvent {
  fileprivate var prerequisite: JobID? { if case .prerequisite(let job) = kind { job } else { nil } }
}
