import Base
import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer

@testable import Workloads
@testable import pipeline

@Suite("The download command", .serialized, .timeLimit(.minutes(15)))
struct DownloadCommandTests {
  private let folder: Folder
  private let server: SampleServer

  init() throws {
    folder = try Folder()
    server = try SampleServer.start()
  }

  @Test("A search by any service, with pointers to its items and links, is downloaded")
  func search() async throws {
    server.handler = { request in
      guard request.path == "/find", request.query["q"] == "mountain lake" else { return nil }
      return .now(.json(#"{"a/b": [{"image": {"href": "/monarchs/stephen.png"}}]}"#))
    }
    let result = try await Program.run(
      [
        "download", "--search", "mountain lake", "--search-url", server.url + "/find?q={query}",
        "--search-items", "/a~1b", "--search-link", "/image/href",
      ], in: folder.path)
    #expect(result.status == 0)
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
    let first = try await Program.run(arguments, in: folder.path, started: signal.set)
    #expect(first.status == 130)
    #expect(first.output.contains("Interrupted"))
    #expect(try !folder.names("images").contains { $0.hasPrefix("Image") })
    signal.clear()
    server.handler = handler(false)
    let second = try await Program.run(arguments, in: folder.path)
    #expect(second.status == 0)
    #expect(try folder.names("images") == [".download.jsonl", "Image 1.bin"])
    #expect(FileManager.default.contents(atPath: folder.path + "/images/Image 1.bin") == Data(bytes))
  }

  @Test("--take-over ends the batch that has the folder as Ctrl-C would, and begins when that has ended")
  func takeOver() async throws {
    let (path, url) = (folder.path, server.url)
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
    async let first = Program.run(command, in: path)
    await isStalled.wait()
    let refused = try await Program.run(command, in: path)
    #expect(refused.status == 73)
    #expect(refused.error.contains("end it (--take-over)"), "\(refused.error)")
    stalls.withLock { $0 = false }
    let second = try await Program.run(command + ["--take-over"], in: path)
    #expect(second.status == 0, "\(second.error)")
    #expect(try await first.status == 130)
    #expect(try folder.names("images") == [".download.jsonl", "Image 1.bin", "Image 2.bin"])
    // Nobody has it any more.
    #expect(try await Program.run(command + ["--take-over"], in: path).status == 0)
  }

  @Test("Another list into the same folder is refused, and replaces the earlier images with --force")
  func another() async throws {
    func download(_ names: [String], _ options: String..., status: Int32 = 0) async throws {
      let urls = names.map { "\(server.url)/monarchs/\($0).png\n" }.joined()
      try folder.write(urls, to: "list.txt")
      let result = try await Program.run(["download", "list.txt"] + options, in: folder.path)
      #expect(result.status == status, "\(result.error)")
      if status != 0 { #expect(result.error.contains("“images” has the images of another list")) }
    }
    func image(_ number: Int) -> Data? {
      FileManager.default.contents(atPath: folder.path + "/images/Image \(number).png")
    }
    try await download(["stephen", "john"])
    let (first, second) = (image(1), image(2))
    try await download(["john"], status: 73)
    #expect(image(1) == first)
    try await download(["john"], "--force")
    #expect(first != nil && first != second)
    #expect(image(1) == second)
    #expect(image(2) == second)
  }

  @Test(
    "What is already there is not done again, and how it would be is said", arguments: ["photos", "download"])
  func again(command: String) async throws {
    try folder.write("\(server.url)/monarchs/stephen.png\n", to: "list.txt")
    let first = try await Program.run([command, "list.txt"], in: folder.path)
    #expect(!first.output.contains("--force"))
    let second = try await Program.run([command, "list.txt"], in: folder.path)
    #expect(second.output.contains("1 already there") && second.output.contains("--force"))
    let forced = try await Program.run([command, "list.txt", "--force"], in: folder.path)
    #expect(!forced.output.contains("already there"))
  }

  @Test("Photos that another run is making are counted, and nothing is said of existing files")
  func shared() async throws {
    let list = ["stephen", "john"].map { "\(server.url)/monarchs/\($0).png\n" }.joined()
    try folder.write(list, to: "list.txt")
    let other = PhotoJournal(try OutputFolder(folder.path + "/sepia"), settings: "")
    try other.open()
    defer { other.close() }
    #expect(other.claim("stephen.png"))
    let one = try await Program.run(["photos", "list.txt"], in: folder.path)
    #expect(one.status == 0)
    #expect(one.output.contains("1 photo is being made by another run, and left to it."))
    #expect(!one.output.contains("--force"))
    let both = try await Program.run(["photos", "list.txt"], in: folder.path)
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
    let session = try TerminalSession([command, "list.txt"], in: folder.path)
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
    let cut = try await Program.run(arguments, in: folder.path, started: signal.set)
    #expect(cut.status == 130)
    #expect(cut.output.contains("1 file saved, 1 cancelled"))
    #expect(cut.output.contains(", last after ") && !cut.output.contains("all after"))
    signal.clear()
    server.handler = nil
    let whole = try await Program.run(arguments + ["--force"], in: folder.path)
    #expect(whole.output.contains(", all after "))
  }

  @Test(
    "An error about the place of items or links names the option for it",
    arguments: [
      ("/photos", "/url", "--search-items"), ("", "/url", "--search-items"),
      ("/items", "/x", "--search-link"),
    ])
  func places(items: String, link: String, option: String) async throws {
    let result = try await Program.run(
      [
        "download", "--search", "lake", "--search-url", server.url + "/search?q={query}",
        "--search-items", items, "--search-link", link,
      ], in: folder.path)
    #expect(result.status == 66)
    #expect(result.error.contains(option))
  }
}
