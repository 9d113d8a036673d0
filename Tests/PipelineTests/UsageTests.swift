import Foundation
import SampleServer
import TestSupport
import Testing

/// Tests how mistakes that newcomers may make with any command are reported.
@Suite("Wrong usage and odd lists", .serialized, .timeLimit(.minutes(15)))
final class UsageTests: CommandTests {
  @Test("Wrong usage is refused before anything runs, with what is wrong or how to mend it")
  func refused() {
    for (mistake, refusal) in zip(Mistakes.all, Mistakes.refusals) {
      #expect(refusal.isWrongUsage, "\(mistake.arguments)")
      #expect(refusal.words.contains(mistake.reason), "\(mistake.arguments): \(refusal.words)")
    }
  }

  @Test("An empty list is reported so", arguments: ["photos", "download", "poster", "thumbnails", "scroll"])
  func emptyList(command: String) async throws {
    try folder.write("[]", to: "list.json")
    let result = try await folder.run("\(command) list.json")
    #expect(result.output.contains("There are no photos in the list\n"), "\(result.output)")
    #expect(!result.output.contains("→"))
  }

  private static let refusals: [(String, Int32, String)] = [
    ("--ahead 0", 64, "--ahead"), ("lesson 99", 64, "lesson 99"), ("gallery --host", 64, "--host"),
    ("frobnicate", 64, "“frobnicate”"), ("object.json -dash.jpg", 64, "as “./-dash.jpg”"),
    ("photos -qh.jpg", 64, "'-qh.jpg'"), ("download -hv", 64, "'-hv'"), ("lesson -h=1", 64, "'-h=1'"),
    ("serve --help=x", 64, "'--help=x'"), ("poster --help.jpg", 64, "'--help.jpg'"),
    ("-Version.jpg", 64, "'-Version.jpg'"), ("-das.jpg", 64, "'-das.jpg'"),
    ("poter --layers 3", 64, "there is no list “poter”; did you mean “pipeline poster”?\n"),
    ("help foo", 64, "there is no subcommand “foo”"),
    ("help pster", 64, "did you mean “pipeline help poster”?"), ("compare --engines best", 64, "“best”"),
    ("nowhere.json", 66, "nowhere.json: no such file"), ("summary nowhere.json", 66, "“nowhere.json”"),
    ("gallery nowhere.json", 66, "no such file"), ("gallery .", 66, "has no photos"),
    ("*.gif", 66, "*.gif matches no file"), ("nowhere/*.png --url-column x", 66, "no such file"),
    ("download --search xyzzy", 66, "“xyzzy”"), ("scroll --script nowhere", 66, "“nowhere”"),
    ("gallery --record a.json --script nowhere", 66, "“nowhere”"),
    ("gallery --replay nowhere", 66, "is not a recorded scroll"),
    ("gallery --replay object.json", 66, "is not a recorded scroll"),
    ("thumbnails object.json", 66, "not a grouped list"),
    ("compare --workload object.json", 66, "“object.json” cannot be replayed: line 1: it"),
    ("serve --host 192.0.2.1", 69, "192.0.2.1"), ("--out /dev/null", 73, "“/dev/null”"),
    ("compare --report no/file", 73, "the report “no/file”"),
    ("compare --record no/file", 73, "the record “no/file”"),
    ("scroll --trace no/file", 73, "the trace “no/file”"),
    ("gallery --events no/file", 73, "the trace “no/file”"),
    ("photos --record-jobs no/file", 73, "the trace “no/file”"),
    ("gallery --record no/file", 73, "the recording “no/file”"),
    ("--failures no/file", 73, "the list of failures “no/file”"),
  ]

  @Test(
    "What cannot be used, read or written is named in one way before anything runs, with a status for its kind",
    arguments: refusals)
  func beginning(line: String, status: Int32, reason: String) async throws {
    try folder.write("{}", to: "object.json")
    let result = try await folder.run(line, status: status)
    #expect(result.error.hasPrefix("pipeline: ") && result.error.contains(reason), "\(result.error)")
    // A gallery refuses standard input, so the message shouldn't suggest it.
    #expect(!result.error.contains("standard input"))
    #expect(result.output.isEmpty)
    if status >= 66 { #expect(try folder.names("") == ["object.json"]) }
  }

  @Test(
    "Characters of an argument that would act on a terminal are escaped in every message",
    arguments: [
      "X", "X.json", "--X", "-X", "help X", "lesson X", "list.txt --engine X", "--out list.txt/X",
      "list.txt --trace no/X", "poster list.txt --out X", "scroll list.txt --script X", "summary X",
      "compare --workload X", "compare --against X", "compare --engines X", "gallery --replay X",
      "thumbnails X", "serve --host X", "download --search X", "list.txt --resize X", "--shard X list.txt",
    ])
  func escapes(line: String) async throws {
    try list(1)
    let odd = "a\u{1B}[2J\u{202E}\u{9B}b"
    let result = try await folder.run(line.replacing("X", with: odd), status: nil)
    #expect(result.status != 0 && result.error.contains(#"[2J\u{202E}"#), "\(result.error)")
    for text in [result.error, result.output] {
      #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{202E}", "\u{9B}"].contains($0) }, "\(text)")
    }
  }

  @Test(
    "A server ends with 0 by Ctrl-C, and one whose port is taken says so, with a status of its own",
    arguments: ["serve", "gallery list.txt"])
  func servers(command: String) async throws {
    try list(1)
    let session = try TerminalSession("\(command) --port 0", in: folder.path)
    try #require(await session.sees("Press Ctrl-C to stop."))
    let taken = try await folder.run("\(command) --port \(server.port)", status: 69)
    #expect(taken.error.contains("the port is in use"), "\(taken.error)")
    #expect(await session.end(by: SIGINT) == 0)
  }
}
