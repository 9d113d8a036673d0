import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer

@testable import Measurement

@Suite("Traces of real runs", .serialized, .timeLimit(.minutes(15)))
final class TraceCommandTests: CommandTests {
  private static let engines = ["gcd", "operation", "serial"]

  /// Runs a command with both options, and checks the rules for every trace: that it follows the format, and
  /// that both files contain the same information.
  private func traced(
    _ line: String, by engine: String, status: Int32? = 0, signals: Signals? = nil
  ) async throws -> TraceFile {
    try await folder.run(
      "\(line) --engine \(engine) --trace trace.json --events events.jsonl", status: status, signals: signals)
    let trace = try TraceFile(path: folder.path + "/trace.json")
    let lines = try Data(text("events.jsonl").utf8).split(separator: 0x0A).map {
      try JSONDecoder().decode(EventLine.self, from: $0)
    }
    #expect((trace.violations, trace.processes) == ([], [.text(engine)]))
    #expect(Set(lines.map(\.engine)) == [engine])
    #expect(lines.map(\.time) == lines.map(\.time).sorted())
    let bodies = trace.all("X").filter { !$0.name.hasSuffix(" ends") }
    #expect(bodies.count == lines.count { $0.event == "running" })
    let jobs = trace.all("C").filter { $0.name == "jobs" }
    #expect(jobs.last?.args?.values.allSatisfy { $0 == .number(0) } == true)
    // An interrupted run may end before these are first measured.
    if signals == nil {
      for name in ["threads", "memory"] { #expect(trace.all("C").contains { $0.name == name }) }
    }
    for word in ["filtered", "drawn", "failed", "cancelled"] {
      #expect(trace.photos.count { $0.outcome == word } == lines.count { $0.event == "photo \(word)" })
    }
    return trace
  }

  @Test("The main job's tells of each photo and each download that a filter waited for", arguments: engines)
  func photos(engine: String) async throws {
    try list("stephen", "nobody", "john")
    let trace = try await traced("list.txt", by: engine, status: 3)
    #expect(trace.photos.compactMap(\.outcome).sorted() == ["failed", "filtered", "filtered"])
    let whole = trace.photos.filter { $0.outcome == "filtered" }
    for photo in whole {
      let stages = trace.all("b", "photo").filter { $0.key == photo.key && $0.name != photo.name }.map(\.name)
      #expect(stages == ["waiting", "downloading", "downloaded", "filtering"])
    }
    #expect(trace.photos.first { $0.outcome == "failed" }?.args?["reason"] != nil)
    #expect(trace.all("f").count == 3)
    // The end of a transfer is on its own thread.
    #expect(trace.all("X").count { $0.name.hasSuffix(" ends") } == 3)
  }

  @Test("Interrupted, the trace is whole, and says what was cancelled", arguments: engines)
  func interrupted(engine: String) async throws {
    let signals = Signals()
    server.handler = { request in
      if request.path == "/list" {
        return .now(.text((1...3).map { "/stalls/\($0)" }.joined(separator: "\n")))
      }
      guard request.path.hasPrefix("/stalls") else { return nil }
      signals.send(SIGINT)
      return .later { _ in }
    }
    // There is only one request, and so only one signal. A second signal would end the program immediately.
    let trace = try await traced(
      "\(server.url)/list --downloads 1", by: engine, status: 130, signals: signals)
    // Any part of the list may have been read by then.
    #expect((1...3).contains(trace.photos.count))
    #expect(Set(trace.photos.compactMap(\.outcome)) == ["cancelled"])
    #expect(trace.all("n", "photo").count { $0.name == "cancel" } == 1)
  }

  @Test(
    "That of a poster, thumbnails or a batch has a track for each photo, and an arrow for each job that waits",
    arguments: engines, ["poster", "thumbnails", "download"])
  func others(engine: String, command: String) async throws {
    let options = [
      "poster": "--photos 6 --layers 2 --size 64x40", "thumbnails": "--size 16", "download": "--limit 6",
    ]
    let list = command == "thumbnails" ? "monarchs.json" : "photos.jsonl?count=8"
    let line = "\(command) \(server.url)/\(list) \(options[command] ?? "")"
    let trace = try await traced(line, by: engine, status: command == "thumbnails" ? 0 : nil)
    let arrows = trace.all("f").count
    switch command {
    case "poster":
      #expect(trace.photos.count == 6)
      // Layers have dependencies, too.
      #expect(arrows > 12)
    case "thumbnails":
      #expect(trace.photos.count > 40 && trace.photos.allSatisfy { $0.outcome == "scaled" })
      // There is an arrow from each download, and one from the response with the list.
      #expect(arrows == trace.photos.count + 1)
    default: #expect(trace.photos.count == 6)
    }
  }

  @Test("A scroll's shows for how long the queues were suspended, and what was cancelled", arguments: engines)
  func scroll(engine: String) async throws {
    try folder.write("scroll to 40 in 0.2\nrest 0.01\nscroll to 20 in 0.1\nrest 1\n", to: "script")
    let trace = try await traced(
      "scroll \(server.url)/photos.jsonl?count=50 --script script --rows 4", by: engine)
    #expect(Set(trace.all("b", "queue").map(\.name)) == ["1 download suspended", "1 filter suspended"])
    #expect(trace.all("b", "queue").count == 4)
    #expect(!trace.photos.isEmpty)
  }

  @Test(
    "A gallery plays a script without a browser, saves what both engines showed, and traces both; also if interrupted",
    arguments: [false, true])
  func gallery(isInterrupted: Bool) async throws {
    let (signals, asked) = (Signals(), Counter())
    server.handler = { request in
      // The last row that becomes visible, once for each engine.
      guard isInterrupted, request.target.hasSuffix("?11") else { return nil }
      if asked.add() == 1 { signals.send(SIGINT) }
      return .later { _ in }
    }
    try list(12)
    try folder.write("rest 0.1\nscroll to 4 in 0.1\nrest \(isInterrupted ? 600 : 0.1)\n", to: "script")
    let result = try await folder.run(
      "gallery list.txt --script script --filter-delay 0 --record scroll.json --trace trace.json",
      signals: signals)
    #expect(result.output.contains("gcd: ") && result.output.contains("operation: "))
    #expect(result.output.hasSuffix("→ scroll.json\n"))
    #expect(contents("scroll.json") != nil)
    let trace = try TraceFile(path: folder.path + "/trace.json")
    #expect((trace.violations, trace.processes) == ([], [.text("gcd"), .text("operation")]))
    #expect(!trace.photos.isEmpty)
  }
}
