import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer

@testable import pipeline

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Traces of real runs", .serialized, .timeLimit(.minutes(15)))
final class TraceCommandTests: CommandTests {
  private static let engines = ["gcd", "operation", "serial"]

  private struct Line: Decodable {
    let time: UInt64
    let event: String
    let engine: String
    var job: UInt64?
    var photo: Int?
  }

  /// Runs a command with both options. What holds for every trace is checked: the format's rules, and that both files tell
  /// the same.
  private func traced(
    _ line: String, by engine: String, status: Int32? = 0,
    started: (@escaping @Sendable (Int32) -> Void) -> Void = { _ in }
  ) async throws -> TraceFile {
    try await folder.run(
      "\(line) --engine \(engine) --trace trace.json --events events.jsonl", status: status, started: started)
    let trace = try TraceFile(path: folder.path + "/trace.json")
    let lines = try Data(text("events.jsonl").utf8).split(separator: 0x0A).map {
      try JSONDecoder().decode(Line.self, from: $0)
    }
    #expect(trace.violations == [])
    #expect(
      trace.all("M").filter { $0.name == "process_name" }.map { $0.args?["name"] } == [.text(engine)])
    #expect(Set(lines.map(\.engine)) == [engine])
    #expect(lines.map(\.time) == lines.map(\.time).sorted())
    let bodies = trace.all("X").filter { !$0.name.hasSuffix(" ends") }
    #expect(bodies.count == lines.count { $0.event == "running" })
    let jobs = trace.all("C").filter { $0.name == "jobs" }
    #expect(jobs.last?.args?.values.allSatisfy { $0 == .number(0) } == true)
    for name in ["threads", "memory"] { #expect(trace.all("C").contains { $0.name == name }) }
    for word in ["filtered", "drawn", "failed", "cancelled"] {
      #expect(trace.photos.count { $0.outcome == word } == lines.count { $0.event == "photo \(word)" })
    }
    return trace
  }

  @Test(
    "The main job's tells of every photo, and of every download that a filter waited for", arguments: engines)
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
    // A transfer ends on its own thread.
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
    // One request, and so one signal: a second one would leave at once.
    let trace = try await traced(
      "\(server.url)/list --downloads 1", by: engine, status: 130, started: signals.set)
    // How much of the list was read by then is free.
    #expect((1...3).contains(trace.photos.count))
    #expect(Set(trace.photos.compactMap(\.outcome)) == ["cancelled"])
    #expect(trace.all("n", "photo").count { $0.name == "cancel" } == 1)
  }

  @Test("The poster's has layers that wait for each other", arguments: engines)
  func poster(engine: String) async throws {
    let trace = try await traced(
      "poster \(server.url)/photos.jsonl?count=6 --photos 6 --layers 2 --size 64x40", by: engine, status: nil)
    #expect(trace.photos.count == 6)
    #expect(trace.all("f").count > 12)
  }

  @Test("The slow gallery's shows that all thumbnails wait for the list", arguments: engines)
  func thumbnails(engine: String) async throws {
    let trace = try await traced("thumbnails \(server.url)/monarchs.json --size 16", by: engine)
    #expect(trace.photos.count > 40)
    #expect(trace.photos.allSatisfy { $0.outcome == "scaled" })
    // And the list for its server to answer.
    #expect(trace.all("f").count == 2 * trace.photos.count + 1)
  }

  @Test("The batch download's has a track for each file", arguments: engines)
  func download(engine: String) async throws {
    let trace = try await traced("download \(server.url)/photos.jsonl?count=6", by: engine, status: nil)
    #expect(trace.photos.count == 6)
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

  @Test("The gallery's has a process for every engine of a page")
  func gallery() async throws {
    let (requests, request) = AsyncStream.makeStream(of: Void.self)
    server.handler = { asked in
      if !asked.path.hasPrefix("/photos.jsonl") { request.yield() }
      return nil
    }
    let session = try TerminalSession(
      "gallery \(server.url)/photos.jsonl?count=20 --trace trace.json --events events.jsonl", in: folder.path)
    try #require(await session.sees("Ctrl-C ends it"))
    let url = try #require(session.textBefore.firstMatch(of: /http:[^\s]+/)?.output)
    let page = try JSONDecoder().decode(Page.self, from: try await post(url + "pages"))
    let listener = PageListener()
    try await listener.listen(to: try #require(URL(string: url + "pages/\(page.id)/events")))
    _ = try await post(url + "pages/\(page.id)/scroll?kind=rested&first=0&last=4")
    for await _ in requests { break }
    session.signal(SIGINT)
    #expect(await session.end() == 0)
    let trace = try TraceFile(path: folder.path + "/trace.json")
    #expect(trace.violations == [])
    #expect(
      trace.all("M").filter { $0.name == "process_name" }.map { $0.args?["name"] }
        == [.text("gcd"), .text("operation")])
    #expect(!trace.photos.isEmpty)
  }

  private struct Page: Decodable { let id: String }

  private func post(_ url: some StringProtocol) async throws -> Data {
    var request = URLRequest(url: try #require(URL(string: String(url))))
    request.httpMethod = "POST"
    return try await URLSession.shared.data(for: request).0
  }
}
