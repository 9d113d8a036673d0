import ArgumentParser
import Foundation
import SampleServer
import TestSupport
import Testing

@testable import pipeline

/// Mistakes that a newcomer may make with any command, and how they are reported.
@Suite("Wrong usage and odd lists", .serialized, .timeLimit(.minutes(15)))
struct UsageTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let wrong: [([String], String)] =
    [
      ["photos"], ["gallery"], ["scroll"], ["thumbnails"], ["download"], ["poster"],
      ["download", "--search", "lake"], ["compare", "--"],
    ].map { ($0 + ["--block-private"], "the sample server is on it: give") }
    + [
      ["photos", "--out", ""], ["download", "-o", ""], ["thumbnails", "--out", ""], ["poster", "--out", ""],
      ["scroll", "--trace", ""], ["gallery", "--events", ""], ["compare", "--report", ""],
    ].map { ($0, "it is empty") }
    + [
      (["--resize", "1600"], "--resize"), (["--resize", "x"], "--resize"), (["--resize", "0x5"], "--resize"),
      (["--resize", "5x-5"], "--resize"), (["--format", "webp"], "png"),
      (["--quality", "80"], "add --format jpeg"), (["--format", "jpeg", "--quality", "0"], "from 1 to 100"),
      (["--format", "jpeg", "--compression", "small"], "--quality"),
      (["--name", "photo"], "neither {name} nor {number}"), (["--cacert", "nowhere.pem"], "“nowhere.pem”"),
      (["--shard", "1/2"], "give one"), (["list.txt", "--shard", "3/2"], "“3/2”"),
      (["download", "--shard", "1/2"], "give one"), (["download", "list.txt", "--shard", "x"], "“x”"),
      (["download", "--name", "photo"], "neither {name} nor {number}"),
      (["download", "list.txt", "--search", "x"], "not both"),
      (["download", "--search-url", "http://x/{query}"], "need words to search for"),
      (["download", "--search", "x", "--search-url", "y"], "{query}"),
      (["download", "--search", "x", "--search-link", "url"], "“url”"),
      (["download", "--downloads", "0"], "at least 1"),
      (["download", "list.txt", "--delay", "1"], "give no list"),
      (["gallery", "--script", "flick"], "--record"),
      (["gallery", "--replay", "a", "--record", "b"], "--replay"),
    ]

  @Test("Wrong usage is refused before anything runs, with what is wrong or how to mend it", arguments: wrong)
  func refused(arguments: [String], reason: String) throws {
    let error = try #require(throws: (any Error).self) { try Pipeline.parseAsRoot(arguments) }
    #expect(Pipeline.exitCode(for: error).rawValue == 64)
    #expect(Pipeline.message(for: error).contains(reason))
  }

  @Test(
    "An empty list is reported as one without photos",
    arguments: ["photos", "download", "poster", "thumbnails", "scroll"])
  func emptyList(command: String) async throws {
    try Data("[]".utf8).write(to: URL(fileURLWithPath: folder.path + "/list.json"))
    let result = try await Program.run([command, "list.json"], in: folder.path)
    #expect(result.status == 0)
    #expect(result.output.contains("There are no photos in the list\n"), "\(result.output)")
    #expect(!result.output.contains("→"))
  }

  @Test("The help names the default subcommand, and what shows the rest")
  func help() async throws {
    let help = try await Program.run(["--help"], in: folder.path)
    #expect(help.status == 0)
    #expect(help.output.contains("“photos” is run") && help.output.contains("--help-hidden"))
    let photos = try await Program.run(["photos", "--help-hidden"], in: folder.path)
    #expect(photos.output.contains("--intensity") && photos.output.contains("Exit status: 0"))
    // Retries make fewer photos fail than requests.
    #expect(photos.output.contains("share of requests"))
  }

  private static let refusals: [([String], Int32)] = [
    (["--ahead", "0"], 64), (["nowhere.json"], 66), (["--out", "/dev/null"], 73),
    (["serve", "--host", "192.0.2.1"], 69), (["scroll", "--script", "nowhere"], 66), (["lesson", "99"], 64),
    (["gallery", "--host"], 64), (["frobnicate"], 64), (["compare", "--engines", "best"], 64),
  ]

  @Test(
    "All errors begin with the program's name, wherever they are found",
    arguments: refusals)
  func beginning(arguments: [String], status: Int32) async throws {
    let result = try await Program.run(arguments, in: folder.path)
    #expect(result.status == status)
    #expect(result.error.hasPrefix("pipeline: "), "\(result.error)")
    #expect(result.output.isEmpty)
  }

  @Test("A misspelled subcommand is answered with the one that was probably meant")
  func misspelled() async throws {
    let result = try await Program.run(["poter", "--layers", "3"], in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.hasPrefix("pipeline: there is no list “poter”; did you mean “pipeline poster”?\n"))
  }

  @Test("A port that is taken has an exit status of its own")
  func port() async throws {
    let server = try SampleServer.start()
    let port = server.url.split(separator: ":").last.map(String.init) ?? ""
    let result = try await Program.run(["serve", "--port", port], in: folder.path)
    await server.stop()
    #expect(result.status == 69)
    #expect(result.error.contains("the port is in use"))
  }

  @Test(
    "A gallery of a file that is not there, or a folder without photos, is refused before its server starts")
  func noList() async throws {
    for (list, reason) in [("nowhere.json", "no such file"), (".", "has no photos")] {
      let result = try await Program.run(["gallery", list], in: folder.path)
      #expect(result.status == 66)
      #expect(result.error.contains(reason))
      #expect(!result.error.contains("standard input"), "a gallery refuses it")
      #expect(result.output.isEmpty)
    }
  }
}
