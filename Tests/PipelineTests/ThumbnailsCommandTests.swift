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
    #expect(await session.end(typing: "q") == 130)
    #expect(session.isAsShellsWantIt)
  }

  @Test("Every way out restores the terminal", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT])
  func waysOut(number: Int32) async throws {
    let session = try await waiting("gcd")
    #expect(!session.isAsShellsWantIt)
    session.signal(number)
    #expect(await session.end() == ([SIGINT, SIGTERM, SIGHUP].contains(number) ? 128 + number : number))
    #expect(session.isAsShellsWantIt)
  }

  @Test("Groups fill in, and every thumbnail is written", arguments: ["gcd", "operation", "serial"])
  func fills(engine: String) async throws {
    // The serial engine draws nothing until it is done.
    let isDrawnMeanwhile = engine != "serial"
    let valve = ReplyValve(isShut: isDrawnMeanwhile)
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

  @Test("What failed is a grouped list, which is written into the same files, also if a name is there twice")
  func failures() async throws {
    let houses = [
      ("Blois", ["stephen"]), ("Tudor", ["henry-vii", "none"]), ("Tudor", ["mary-i"]), ("Tudor", ["gone"]),
    ]
    let groups = houses.map { house, photos in
      let monarchs = photos.map { #"{"name": "Anne", "thumbnail": "\#(server.url)/monarchs/\#($0).png"}"# }
      return #"{"house": "\#(house)", "monarchs": [\#(monarchs.joined(separator: ","))]}"#
    }
    try folder.write("[\(groups.joined(separator: ","))]", to: "list.json")
    try await folder.run("thumbnails list.json --failures again.json", status: 3)
    let mended = try text("again.json").replacing("none.png", with: "john.png")
    try folder.write(mended.replacing("gone.png", with: "richard-i.png"), to: "again.json")
    let again = try await folder.run("thumbnails again.json --failures rest.json")
    #expect(!again.output.contains("replaced"))
    #expect(try text("rest.json") == "[]\n")
    #expect(try folder.names("thumbnails/Tudor") == ["Anne 2.png", "Anne.png"])
    #expect(try folder.names("thumbnails/Tudor 3") == ["Anne.png"])
  }

  @Test("A dry run lists each thumbnail once, and writes none")
  func dryRun() async throws {
    let result = try await folder.run("thumbnails \(server.url)/monarchs.json --dry-run --json")
    let record = try #require(RunRecord(printed: Data(result.output.utf8)))
    #expect(record.planned == 42 && record.cancelled == 0)
    #expect(try folder.names("").isEmpty)
  }
}
