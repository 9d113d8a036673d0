import Foundation
import TestSupport
import Testing

@testable import pipeline

/// What a newcomer may come upon, whichever the command: what is refused before anything runs, and what is said.
@Suite("Wrong usage and odd lists", .serialized, .timeLimit(.minutes(15)))
struct UsageTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(
    "--block-private without a list is refused: it would refuse the sample server",
    arguments: [
      ["photos"], ["gallery"], ["scroll"], ["thumbnails"], ["download"], ["poster"],
      ["download", "--search", "lake"], ["compare", "--"],
    ])
  func blockPrivate(arguments: [String]) async throws {
    let result = try await Program.run(arguments + ["--block-private"], in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains("the sample server is on it: give"), "\(result.error)")
    #expect(try folder.names("").isEmpty)
  }

  @Test(
    "What written photos cannot be is refused, with the cure",
    arguments: [
      (["--resize", "1600"], "--resize"), (["--resize", "x"], "--resize"), (["--resize", "0x5"], "--resize"),
      (["--resize", "5x-5"], "--resize"), (["--format", "webp"], "png"),
      (["--quality", "80"], "add --format jpeg"), (["--format", "jpeg", "--quality", "0"], "from 1 to 100"),
      (["--format", "jpeg", "--compression", "small"], "--quality"),
    ])
  func pictures(arguments: [String], reason: String) async throws {
    let result = try await Program.run(["photos"] + arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains(reason), "\(result.error)")
    #expect(try folder.names("").isEmpty)
  }

  @Test(
    "An empty name of what is to be written is refused",
    arguments: [
      ["photos", "--out", ""], ["download", "-o", ""], ["thumbnails", "--out", ""], ["poster", "--out", ""],
      ["scroll", "--trace", ""], ["gallery", "--events", ""], ["compare", "--report", ""],
    ])
  func emptyName(arguments: [String]) async throws {
    let result = try await Program.run(arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains("it is empty"), "\(result.error)")
    #expect(try folder.names("").isEmpty)
  }

  @Test(
    "Of a list with nothing in it, it is said that there are no photos in it",
    arguments: ["photos", "download", "poster", "thumbnails", "scroll"])
  func emptyList(command: String) async throws {
    try Data("[]".utf8).write(to: URL(fileURLWithPath: folder.path + "/list.json"))
    let result = try await Program.run([command, "list.json"], in: folder.path)
    #expect(result.status == 0)
    #expect(result.output.contains("There are no photos in the list\n"), "\(result.output)")
    #expect(!result.output.contains("→"))
  }

  @Test("The help says where the options of the main job are told, which needs no name")
  func help() async throws {
    let help = try await Program.run(["--help"], in: folder.path)
    #expect(help.status == 0)
    #expect(help.output.contains("pipeline photos --help"))
    let photos = try await Program.run(["photos", "--help"], in: folder.path)
    #expect(photos.output.contains("--intensity"))
    // Tries again make it less of the photos.
    #expect(photos.output.contains("share of requests"))
  }

  @Test("A gallery of a file that is not there, or a folder, is refused before its server starts")
  func noList() async throws {
    for (list, reason) in [("nowhere.json", "no such file"), (".", "is a folder")] {
      let result = try await Program.run(["gallery", list], in: folder.path)
      #expect(result.status == 66)
      #expect(result.error.contains(reason))
      #expect(!result.error.contains("standard input"), "a gallery refuses it")
      #expect(result.output.isEmpty)
    }
  }
}
