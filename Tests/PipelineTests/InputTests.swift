import Foundation
import Imaging
import SampleServer
import TestSupport
import Testing

/// Tests the arguments that can be used instead of the name of a list.
@Suite("Lists and photos as arguments", .serialized, .timeLimit(.minutes(15)))
final class InputTests: CommandTests {
  /// Creates photos like those in a user's folder.
  private func addPhotos() throws {
    for number in 1...2 {
      try folder.write(
        encodePNG(Picture(width: 8, height: number, format: .rgb)), to: "mine/Image \(number).png")
    }
  }

  @Test("Photos, folders and patterns are filtered as the photos of a list are")
  func photos() async throws {
    try addPhotos()
    for arguments in [["mine/Image 1.png", "mine/Image 2.png"], ["mine"], ["mine/*.png"]] {
      let result = try await Program.run(arguments + ["--force"], in: folder.path)
      #expect(result.output.hasPrefix("2 photos filtered"))
      #expect(try files("sepia") == ["Image 1.png", "Image 2.png"])
    }
  }

  @Test("Other files and subfolders in a folder are counted and named")
  func ignored() async throws {
    try addPhotos()
    for name in ["a.cr2", "b.CR2", "notes.txt", ".hidden.txt"] { try folder.write("", to: "mine/\(name)") }
    try folder.makeFolder("mine/in")
    let result = try await folder.run("mine")
    #expect(
      result.error == """
        pipeline: 3 other files ignored (2 .cr2, 1 .txt): a.cr2, b.CR2, notes.txt
        pipeline: 1 subfolder not searched: in. To include one, give it, too.

        """)
    #expect(try await folder.run("mine --quiet").error.isEmpty)
  }

  @Test("Only changed local photos are filtered again, and each reason is counted in its own words")
  func replaced() async throws {
    try addPhotos()
    func again(_ options: String...) async throws -> String {
      try await folder.run("mine " + options.joined(separator: " ")).output
    }
    _ = try await again()
    #expect(try await again("--refresh").hasPrefix("0 photos filtered, 2 already there"))
    try folder.write("", to: "sepia/Image 1.png")
    let times = [timespec](repeating: timespec(tv_sec: 1_000_000_000, tv_nsec: 1), count: 2)
    #expect(utimensat(AT_FDCWD, folder.path + "/mine/Image 2.png", times, 0) == 0)
    let both = try await again()
    #expect(both.hasPrefix("2 photos filtered"))
    #expect(both.contains("1 replaced a file that was empty."))
    #expect(both.contains("1 replaced a file that came from an older original."))
    #expect(try await again("--intensity", "0.2").contains("2 replaced a file that had other settings."))
  }

  @Test("Names of files may be piped in")
  func piped() async throws {
    try addPhotos()
    let result = try await folder.run("-", by: #"ls mine/*.png | "$@""#)
    #expect(result.output.hasPrefix("2 photos filtered"))
  }

  @Test("The photos of a table go under its names")
  func table() async throws {
    try folder.write("name\timage\nThe King\t\(server.url)/monarchs/stephen.png\n", to: "list.tsv")
    try await folder.run("list.tsv --url-column image")
    #expect(try files("sepia") == ["The King.png"])
    let other = try await folder.run("list.tsv --url-column pic --out no", status: 66)
    #expect(other.error == "pipeline: list.tsv has no column “pic”. It has: name, image.\n")
  }

  @Test("Photos are not filtered into their own folder, where the next run would filter them again")
  func ownFolder() async throws {
    try addPhotos()
    for line in ["mine --out mine", "mine/*.png --out ./mine/"] {
      let before = try folder.names("mine")
      let result = try await folder.run(line, status: 64)
      #expect(result.error.contains("name another folder with --out"), "\(result.error)")
      #expect(try folder.names("mine") == before)
    }
  }

  @Test("The sample photos are made again by every run, and those that are broken in their list are expected")
  func samples() async throws {
    #expect(try await folder.run("--dry-run").output.contains("(broken on purpose)\n"))
    // The first eight samples include the first broken one.
    let first = try await folder.run("photos --limit 8")
    #expect(first.output.hasPrefix("7 photos filtered, 1 failed → sepia\n"), "\(first.output)")
    #expect(first.output.contains("(broken on purpose)"))
    let second = try await folder.run("photos --engine operation --limit 3")
    #expect(second.output.hasPrefix("3 photos filtered → sepia\n"), "\(second.output)")
  }
}
