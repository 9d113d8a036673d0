import Base
import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer

@Suite("The download command", .serialized, .timeLimit(.minutes(15)))
final class DownloadCommandTests: CommandTests {
  private static let bytes = [UInt8](repeating: 7, count: 100_000)

  /// Returns a file that a batch can resume. If it stalls, it stops in the middle.
  private static func file(stalls: Bool) -> Answer {
    var response = Response(type: "image/png", body: .bytes(bytes))
    response.setValidators(etag: "\"1\"", lastModified: HTTPDate(seconds: 1_735_689_600))
    if stalls { response.delivery.ending = .stall }
    return .now(response)
  }

  @Test("A search by any service, with pointers to its items and links, is downloaded")
  func search() async throws {
    server.handler = { request in
      guard request.path == "/find", request.query["q"] == "mountain lake" else { return nil }
      return .now(.json(#"{"a/b": [{"image": {"href": "/monarchs/stephen.png"}}]}"#))
    }
    let arguments = [
      "download", "--search", "mountain lake", "--search-url", server.url + "/find?q={query}",
      "--search-items", "/a~1b", "--search-link", "/image/href",
    ]
    try await Program.run(arguments, in: folder.path)
    #expect(try folder.names("images") == [".pipeline.jsonl", "Image 1.png"])
  }

  @Test(
    "Interrupted in any way, it ends with the status of the signal, says what was there, and the same command goes on from there",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(number: Int32) async throws {
    try folder.write("\(server.url)/monarchs/stephen.png\n\(server.url)/file\n", to: "list.txt")
    let signals = Signals()
    server.handler = { request in
      guard request.path == "/file" else { return nil }
      signals.send(number)
      return Self.file(stalls: true)
    }
    // Files are downloaded one at a time, so the first is complete when the second is requested.
    let command = "download list.txt --any --downloads 1"
    let cut = try await folder.run(command, status: 128 + number, signals: signals)
    #expect(cut.output.contains("Interrupted: 1 file saved, 1 cancelled"), "\(cut.output)")
    #expect(cut.output.contains(", last after ") && !cut.output.contains("all after"))
    #expect(try files("images") == ["Image 1.png"])
    server.handler = { request in request.path == "/file" ? Self.file(stalls: false) : nil }
    let rest = try await folder.run(command)
    #expect(rest.output.contains("1 file saved") && rest.output.contains(", all after "), "\(rest.output)")
    #expect(try folder.names("images") == [".pipeline.jsonl", "Image 1.png", "Image 2.bin"])
    #expect(contents("images/Image 2.bin") == Data(Self.bytes))
  }

  @Test(
    "A second run is refused with the first one's process, unless --take-over ends that as Ctrl-C would",
    arguments: ["download", "photos", "thumbnails"])
  func takeOver(command: String) async throws {
    let folder = folder
    let (stalls, isStalled) = (Locked(true), Gate())
    server.handler = { request in
      guard request.path.hasPrefix("/monarchs/"), stalls.value else { return nil }
      isStalled.open()
      return .later { _ in }
    }
    try list("stephen", "john")
    let entries = #"[{"name": "Stephen", "url": "\#(server.url)/monarchs/stephen.png"}]"#
    try folder.write(#"[{"house": "Blois", "monarchs": \#(entries)}]"#, to: "list.json")
    let line = "\(command) \(command == "thumbnails" ? "list.json" : "list.txt") --out out"
    async let first = folder.run(line, status: 128 + SIGTERM, by: #"echo "$$" >process; exec "$@""#)
    await isStalled.wait()
    let process = try text("process").trimmingCharacters(in: .newlines)
    let refused = try await folder.run(line, status: 73)
    #expect(
      refused.error.contains("another run (process \(process)) is writing into “out”"), "\(refused.error)")
    #expect(
      refused.error.contains("wait for it to end (--wait), or end it (--take-over)"), "\(refused.error)")
    stalls.withLock { $0 = false }
    try await folder.run("\(line) --take-over")
    _ = try await first
    #expect(try files("out").count == (command == "thumbnails" ? 1 : 2))
    // The folder is no longer locked.
    for option in ["--take-over", "--wait"] { try await folder.run("\(line) \(option)") }
    #expect(try !folder.names("out").contains(".pipeline.lock"))
  }

  @Test("--wait says which process it waits for, and begins when that has ended")
  func waits() async throws {
    let folder = folder
    let (isStalled, valve) = (Gate(), ReplyValve(isShut: true))
    server.handler = { request in
      guard request.path.hasPrefix("/monarchs/") else { return nil }
      isStalled.open()
      return valve.answer(request)
    }
    try list("stephen")
    async let first = folder.run("download list.txt", by: #"echo "$$" >process; exec "$@""#)
    await isStalled.wait()
    let session = try TerminalSession("download list.txt --wait", in: folder.path)
    let process = try text("process").trimmingCharacters(in: .newlines)
    #expect(await session.sees("waiting for another run (process \(process))"))
    valve.open()
    _ = try await first
    #expect(await session.end() == 0)
    #expect(await session.sees("already there"))
  }

  @Test("Parts of a list fill one folder at the same time, and the whole list is refused meanwhile")
  func parts() async throws {
    let folder = folder
    let (isStalled, requests, valve) = (Gate(), Counter(), ReplyValve(isShut: true))
    server.handler = { request in
      guard request.path.hasPrefix("/monarchs/"), requests.add() == 1 else { return nil }
      isStalled.open()
      return valve.answer(request)
    }
    try list(20)
    async let first = folder.run("download list.txt --shard 1/2")
    await isStalled.wait()
    for other in ["", "--shard 1/2", "--shard 1/3"] {
      try await folder.run("download list.txt \(other)", status: 73)
    }
    try await folder.run("download list.txt --shard 2/2")
    valve.open()
    _ = try await first
    #expect(try files("images").count == 20)
    #expect(try await folder.run("download list.txt").output.contains("20 already there"))
  }

  @Test(
    "What is already there is not done again, and how it would be is said; a batch's folder takes no other list",
    arguments: ["photos", "download"])
  func again(command: String) async throws {
    try list("stephen")
    let first = try await folder.run("\(command) list.txt")
    #expect(!first.output.contains("--force"))
    let second = try await folder.run("\(command) list.txt")
    #expect(second.output.contains("1 already there") && second.output.contains("--force"))
    let forced = try await folder.run("\(command) list.txt --force")
    #expect(!forced.output.contains("already there"))
    try list("john")
    try await folder.run("\(command) list.txt", status: command == "download" ? 73 : 0)
  }

  @Test(
    "A bar is of how many there are, and pretends to nothing where a list is too long to know that",
    arguments: ["photos", "download"], [500, 20_000])
  func bar(command: String, entries: Int) async throws {
    let urls = (1...entries).map { "\(server.url)/held/\($0).png\n" }.joined()
    try folder.write(urls, to: "list.txt")
    server.handler = { request in
      switch request.path {
      case "/held/1.png": .now(.notFound(request.path))
      case let path where path.hasPrefix("/held/"): .later { _ in }
      default: nil
      }
    }
    let session = try TerminalSession("\(command) list.txt", in: folder.path)
    #expect(await session.sees(entries == 500 ? " 1/500" : " 1 done"))
    #expect(session.textBefore.contains("░") && !session.textBefore.contains("left"))
    #expect(await session.end(by: SIGINT) == 130)
  }
}
