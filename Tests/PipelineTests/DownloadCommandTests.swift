import Base
import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer

@testable import Workloads
@testable import pipeline

@Suite("The download command", .serialized, .timeLimit(.minutes(15)))
final class DownloadCommandTests: CommandTests {
  @Test("A search by any service, with pointers to its items and links, is downloaded")
  func search() async throws {
    server.handler = { request in
      guard request.path == "/find", request.query["q"] == "mountain lake" else { return nil }
      return .now(.json(#"{"a/b": [{"image": {"href": "/monarchs/stephen.png"}}]}"#))
    }
    try await folder.run([
      "download", "--search", "mountain lake", "--search-url", server.url + "/find?q={query}",
      "--search-items", "/a~1b", "--search-link", "/image/href",
    ])
    #expect(try folder.names("images") == [".download.jsonl", "Image 1.png"])
  }

  @Test("Interrupted, it ends with 130, says so, and the same command goes on from there")
  func interrupted() async throws {
    let bytes = [UInt8](repeating: 7, count: 100_000)
    let arguments = ["download", server.url + "/list", "--any"]
    let signal = Signals()
    let handler = { @Sendable [server] (stalls: Bool) -> Handler in
      { request in
        if request.path == "/list" { return .now(.text("\(server.url)/stalls\n")) }
        guard request.path == "/stalls" else { return nil }
        var response = Response(type: "image/png", body: .bytes(bytes))
        response.setValidators(etag: "\"1\"", lastModified: HTTPDate(seconds: 1_735_689_600))
        if stalls {
          response.delivery.ending = .stall
          signal.send(SIGINT)
        }
        return .now(response)
      }
    }
    server.handler = handler(true)
    let first = try await folder.run(arguments, status: 130, started: signal.set)
    #expect(first.output.contains("Interrupted"))
    #expect(try !folder.names("images").contains { $0.hasPrefix("Image") })
    signal.clear()
    server.handler = handler(false)
    try await folder.run(arguments)
    #expect(try folder.names("images") == [".download.jsonl", "Image 1.bin"])
    #expect(contents("images/Image 1.bin") == Data(bytes))
  }

  @Test("--take-over ends the batch that has the folder as Ctrl-C would, and begins when that has ended")
  func takeOver() async throws {
    let (folder, url) = (folder, server.url)
    let (stalls, isStalled) = (Locked(true), Gate())
    server.handler = { request in
      guard request.path == "/file" else { return nil }
      var response = Response(type: "image/png", body: .bytes([UInt8](repeating: 7, count: 100_000)))
      response.setValidators(etag: "\"1\"", lastModified: HTTPDate(seconds: 1_735_689_600))
      if stalls.value {
        response.delivery.ending = .stall
        isStalled.open()
      }
      return .now(response)
    }
    try folder.write("\(url)/file\n\(url)/file?2\n", to: "list.txt")
    let command = ["download", "list.txt", "--any", "--downloads", "1"]
    async let first = folder.run(command, status: 130)
    await isStalled.wait()
    let refused = try await folder.run(command, status: 73)
    #expect(refused.error.contains("end it (--take-over)"), "\(refused.error)")
    stalls.withLock { $0 = false }
    _ = try await folder.run(command + ["--take-over"])
    _ = try await first
    #expect(try folder.names("images") == [".download.jsonl", "Image 1.bin", "Image 2.bin"])
    // Nobody has it any more.
    _ = try await folder.run(command + ["--take-over"])
  }

  @Test("Another list into the same folder is refused, and replaces the earlier images with --force")
  func another() async throws {
    try list("stephen", "john")
    _ = try await folder.run("download list.txt")
    let images = ["images/Image 1.png", "images/Image 2.png"]
    let before = images.map(contents)
    try list("john")
    let refused = try await folder.run("download list.txt", status: 73)
    #expect(refused.error.contains("“images” has the images of another list"))
    #expect(images.map(contents) == before)
    _ = try await folder.run("download list.txt --force")
    #expect(before[0] != nil && before[0] != before[1])
    #expect(images.map(contents) == [before[1], before[1]])
  }

  @Test(
    "What is already there is not done again, and how it would be is said", arguments: ["photos", "download"])
  func again(command: String) async throws {
    try list("stephen")
    let first = try await folder.run("\(command) list.txt")
    #expect(!first.output.contains("--force"))
    let second = try await folder.run("\(command) list.txt")
    #expect(second.output.contains("1 already there") && second.output.contains("--force"))
    let forced = try await folder.run("\(command) list.txt --force")
    #expect(!forced.output.contains("already there"))
  }

  @Test("Photos that another run is making are counted, and nothing is said of existing files")
  func shared() async throws {
    try list("stephen", "john")
    let other = PhotoJournal(try OutputFolder(folder.path + "/sepia"), settings: "")
    try other.open()
    defer { other.close() }
    #expect(other.claim("stephen.png"))
    let one = try await folder.run("photos list.txt")
    #expect(one.output.contains("1 photo is being made by another run, and left to it."))
    #expect(!one.output.contains("--force"))
    let both = try await folder.run("photos list.txt")
    #expect(both.output.contains("1 photo is") && both.output.contains("--force"))
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
    session.signal(SIGINT)
    #expect(await session.end() == 130)
  }

  @Test("Interrupted, it tells when the last file was there, and does not call that all of them")
  func last() async throws {
    try folder.write("\(server.url)/monarchs/stephen.png\n\(server.url)/stalls\n", to: "list.txt")
    let signal = Signals()
    server.handler = { request in
      guard request.path == "/stalls" else { return nil }
      signal.send(SIGINT)
      return .later { _ in }
    }
    // One at a time: the first is there when the second is asked for.
    let arguments = ["download", "list.txt", "--downloads", "1"]
    let cut = try await folder.run(arguments, status: 130, started: signal.set)
    #expect(cut.output.contains("1 file saved, 1 cancelled"))
    #expect(cut.output.contains(", last after ") && !cut.output.contains("all after"))
    signal.clear()
    server.handler = nil
    let whole = try await folder.run(arguments + ["--force"], status: 3)
    #expect(whole.output.contains(", all after "))
  }

  @Test(
    "An error about the place of items or links names the option for it",
    arguments: [
      ("/photos", "/url", "--search-items"), ("", "/url", "--search-items"),
      ("/items", "/x", "--search-link"),
    ])
  func places(items: String, link: String, option: String) async throws {
    let result = try await folder.run(
      words("download --search lake --search-url \(server.url)/search?q={query} --search-link \(link)")
        + ["--search-items", items], status: 66)
    #expect(result.error.contains(option))
  }
}
