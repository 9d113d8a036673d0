import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer

@testable import pipeline

@Suite("The slow gallery on a terminal", .serialized, .timeLimit(.minutes(15)))
final class ThumbnailsCommandTests: CommandTests {
  /// Starts the program with a list that the server holds back for the whole test.
  private func waiting(_ engine: String) async throws -> TerminalSession {
    server.handler = { request in request.path == "/monarchs.json" ? .later { _ in } : nil }
    let session = try TerminalSession(
      "thumbnails \(server.url)/monarchs.json --engine \(engine)", in: folder.path)
    try #require(await session.sees("the list"))
    return session
  }

  @Test(
    "Keys are answered while the server says nothing, and q though the serial engine stalls all else",
    arguments: ["gcd", "operation", "serial"])
  func keys(engine: String) async throws {
    let session = try await waiting(engine)
    // The list is never delivered, so a response to the key proves that the program doesn't wait for it.
    for words in engine == "serial" ? [] : ["hides this", "h shows help", "hides this"] {
      session.type("h")
      try #require(await session.sees(words))
    }
    session.type("q")
    #expect(await session.end() == 130)
    #expect(session.isAsShellsWantIt)
  }

  @Test(
    "The terminal is as it was after every way out", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT])
  func waysOut(number: Int32) async throws {
    let session = try await waiting("gcd")
    #expect(!session.isAsShellsWantIt)
    session.signal(number)
    #expect(await session.end() == ([SIGINT, SIGTERM, SIGHUP].contains(number) ? 128 + number : number))
    #expect(session.isAsShellsWantIt)
  }

  @Test(
    "Groups fill in, and every thumbnail is written, with every engine",
    arguments: ["gcd", "operation", "serial"])
  func fills(engine: String) async throws {
    // The serial engine draws nothing until it is done.
    let isDrawnMeanwhile = engine != "serial"
    let valve = ReplyValve()
    if isDrawnMeanwhile { valve.shut() }
    server.handler = { $0.path.hasPrefix("/monarchs/") ? valve.answer($0) : nil }
    let session = try TerminalSession(
      "thumbnails \(server.url)/monarchs.json --engine \(engine) --size 32", in: folder.path)
    if isDrawnMeanwhile { try #require(await session.sees("Normandy")) }
    valve.open()
    try #require(await session.sees("42 thumbnails written"))
    #expect(await session.end() == 0)
    #expect(session.isAsShellsWantIt)
    #expect(try files("thumbnails").count == 10)
    #expect(try folder.names("thumbnails/Tudor").count == 5)
  }

  @Test("--verbose gives a plain line for every event, the light's too")
  func lines() async throws {
    let result = try await folder.run("thumbnails \(server.url)/monarchs.json --engine operation --verbose")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "loading: on")
    #expect(lines.contains("list: 10 groups, 42 thumbnails"))
    #expect(lines.contains { $0.hasPrefix("Henry VIII: downloading") })
    #expect(lines.contains("Henry VIII: Tudor/Henry VIII.png"))
    #expect(lines.last { $0.hasPrefix("loading") } == "loading: off")
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test("What failed is a grouped list, whose files are written into the same folders")
  func failures() async throws {
    let houses = [("Blois", ["stephen"]), ("Tudor", ["henry-vii", "none"]), ("Stuart", ["gone", "anne"])]
    let groups = houses.map { house, names in
      let monarchs = names.map { #"{"name": "\#($0)", "thumbnail": "\#(server.url)/monarchs/\#($0).png"}"# }
      return #"{"house": "\#(house)", "monarchs": [\#(monarchs.joined(separator: ","))]}"#
    }
    try folder.write("[\(groups.joined(separator: ","))]", to: "list.json")
    try await folder.run("thumbnails list.json --failures again.json", status: 3)
    let failed = try text("again.json")
    try folder.write(failed.replacing("none.png", with: "mary-i.png"), to: "again.json")
    try await folder.run("thumbnails again.json --failures rest.json", status: 3)
    #expect(try folder.names("thumbnails/Tudor") == ["henry-vii.png", "none.png"])
    #expect(try text("rest.json").contains(#"[{"name":"gone","#))
    #expect(try !text("rest.json").contains("Tudor"))
  }

  @Test("A run that ends with an error reports it with --json, too")
  func brokenList() async throws {
    try folder.write("[{", to: "list.json")
    let result = try await folder.run("thumbnails list.json --json", status: 66)
    let record = try #require(RunRecord(printed: Data(result.output.utf8)))
    #expect(record.error.map { result.error == "pipeline: \($0)\n" } == true)
  }
}
