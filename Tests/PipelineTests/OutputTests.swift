import Engine
import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer

@testable import Transport
@testable import pipeline

/// Tests output files and messages, and the options that change them.
@Suite("Files and words on demand", .serialized, .timeLimit(.minutes(15)))
final class OutputTests: CommandTests {
  override init() throws {
    try super.init()
    try folder.write(
      "\(server.url)/monarchs/stephen.png\n\(server.url)/none.png\nftp://a/b.png\n", to: "list.txt")
  }

  @Test("What failed is a list that the same command takes again", arguments: ["photos", "download"])
  func failures(command: String) async throws {
    let run = "\(command) --out out --failures"
    try await folder.run("\(run) again.json list.txt", status: 3)
    let failed = try text("again.json")
    let list = try JSONDecoder().decode([[String: String]].self, from: Data(failed.utf8))
    #expect(list.map { $0["url"] } == ["\(server.url)/none.png", "ftp://a/b.png"])
    #expect(
      list.map { $0["reason"] } == [
        "not found (404)", "'ftp://a/b.png' has the unsupported URL scheme 'ftp'",
      ])
    // The server works again, and the list was fixed.
    let mended = failed.replacing("none.png", with: "monarchs/john.png")
      .replacing("ftp://a/b.png", with: "\(server.url)/monarchs/mary-i.png")
    try folder.write(mended, to: "again.json")
    try await folder.run("\(run) rest.json again.json" + (command == "download" ? " --force" : ""))
    #expect(try text("rest.json") == "[]\n")
    try await folder.run("\(command) rest.json")
  }

  @Test(
    "Every output file can go into a pipe, a poster as a single picture",
    arguments: [
      "photos list.txt --trace", "photos list.txt --events", "photos list.txt --record-jobs",
      "photos list.txt --failures", "poster list.txt --photos 2 --layers 2 --size 64x64 --out",
      "compare --engines gcd,operation --runs 1 --list list.txt --record",
      "compare --engines gcd,operation --runs 1 --list list.txt --report",
      "gallery list.txt --script flick --record",
    ])
  func pipes(line: String) async throws {
    try list("stephen", "john")
    let script = #"mkfifo pipe; cat pipe > got & "$@"; s=$?; : <>pipe; wait; [ -p pipe ] || s=1; exit $s"#
    try await folder.run("\(line) pipe", by: script)
    let got = try #require(contents("got"))
    #expect(!got.isEmpty)
    if line.hasPrefix("poster") { #expect(got.ranges(of: "IEND".utf8).count == 1) }
  }

  private static let shared = [
    ("list.txt --trace ./list.txt", "--trace and the list"),
    ("list.txt --failures hard", "--failures and the list"),
    ("download link --events list.txt", "--events and the list"),
    ("thumbnails list.txt --record-jobs link", "--record-jobs and the list"),
    ("list.txt --trace new --events ./new", "--events and --trace"),
    ("list.txt --trace lost --failures new", "--trace and --failures"),
    ("list.txt --trace - --events -", "--events and --trace"),
    ("list.txt --trace - --events /dev/stdout", "--events and --trace"),
    ("list.txt --failures - --json", "--failures and --json"),
    ("list.txt --out new --trace new", "--trace and --out"),
    ("poster a.png --out a.png", "--out and a photo"), ("photos . --trace a.png", "--trace and a photo"),
    ("list.txt --cacert other --trace other", "--trace and --cacert"),
    ("scroll list.txt --script other --trace other", "--trace and --script"),
    ("gallery list.txt --record new --trace new", "--record and --trace"),
    ("compare --list list.txt --record hard", "--record and the list"),
    ("compare --workload other --record new --report new", "--report and --record"),
    ("compare --workload other --record other", "--record and --workload"),
    ("compare --list list.txt --report other -- --cacert other", "--report and --cacert"),
  ]

  @Test("An output that is an input or another output, by any name, is refused", arguments: shared)
  func shared(line: String, names: String) async throws {
    let files = FileManager.default
    try folder.write("", to: "other")
    try Data([0x89] + "PNG\r\n\u{1A}\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.png"))
    try files.linkItem(atPath: folder.path + "/list.txt", toPath: folder.path + "/hard")
    for (link, target) in [("link", "list.txt"), ("lost", "new")] {
      try files.createSymbolicLink(atPath: "\(folder.path)/\(link)", withDestinationPath: target)
    }
    let before = try folder.names("")
    let result = try await folder.run(line, status: 64)
    #expect(result.error.hasPrefix("pipeline: \(names)"), "\(result.error)")
    #expect(try folder.names("") == before && result.output.isEmpty)
  }

  @Test("Standard streams that are files are not replaced either", arguments: ["<", ">", "2>"])
  func redirected(stream: String) async throws {
    try await folder.run(
      "list.txt --trace list.txt.copy", status: 64,
      by: "cp list.txt list.txt.copy; exec \"$@\" \(stream)list.txt.copy")
  }

  @Test("The same device may be named twice, and an output on standard output is alone there")
  func alone() async throws {
    try list("stephen")
    let result = try await folder.run("list.txt --trace /dev/null --events /dev/null --record-jobs -")
    #expect(result.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{") } && !result.output.isEmpty)
    #expect(result.error.contains("1 photo filtered"))
  }

  @Test("A dry run asks for no photo, and writes nothing", arguments: ["photos", "download"])
  func dryRun(command: String) async throws {
    server.handler = { _ in
      Issue.record("a photo was asked for")
      return nil
    }
    let result = try await folder.run("\(command) list.txt --dry-run", status: 3)
    #expect(result.output.contains("/monarchs/stephen.png → "))
    #expect(result.output.hasSuffix("2 files to write, 1 that would fail; nothing was done\n"))
    #expect(try folder.names("") == ["list.txt"])
  }

  @Test("A dry run knows what is there, what would be made again or refused, and changes nothing")
  func dryRunOfPhotos() async throws {
    try list("stephen", "john", "mary-i")
    try await folder.run("photos list.txt --limit 2")
    try folder.write("mine", to: "sepia/mary-i.png")
    let before = try (folder.names("sepia"), text("sepia/.pipeline.jsonl"))
    let run = "photos list.txt --dry-run"
    let first = try await folder.run(run, status: 3).output
    #expect(first.hasPrefix("stephen.png: already there\njohn.png: already there\nmary-i.png: “mary-i"))
    #expect(first.hasSuffix("\n0 files to write, 2 already there, 1 that would fail; nothing was done\n"))
    let resized = try await folder.run("\(run) --resize 9x9", status: 3).output
    #expect(resized.contains("→ sepia/stephen.png\n") && resized.contains("\n2 files to write, 1 that would"))
    #expect(try await folder.run("\(run) --force").output.contains("\n3 files to write; nothing was done"))
    #expect(try before == (folder.names("sepia"), text("sepia/.pipeline.jsonl")))
  }

  @Test("A dry run of a download knows its batch's files, refuses another list, and changes nothing")
  func dryRunOfDownloads() async throws {
    try list("stephen", "john")
    try await folder.run("download list.txt")
    unlink("\(folder.path)/images/Image 2.png")
    let before = try (folder.names("images"), text("images/.pipeline.jsonl"))
    let run = "download list.txt --dry-run"
    let first = try await folder.run(run).output
    #expect(first.hasPrefix("stephen.png: already there\n"))
    #expect(first.contains("/john.png → images/Image 2.*\n"))
    #expect(first.hasSuffix("\n1 file to write, 1 already there; nothing was done\n"))
    #expect(try await folder.run("\(run) --force").output.contains("\n2 files to write; nothing was done"))
    try list("john")
    let other = try await folder.run(run, status: 73)
    #expect(other.output.isEmpty && other.error.contains("number 1 came from another URL"))
    #expect(try before == (folder.names("images"), text("images/.pipeline.jsonl")))
  }

  @Test("--json and --json-lines report a dry run, too", arguments: ["photos", "download"])
  func dryRunInJSON(command: String) async throws {
    try await folder.run("\(command) list.txt --limit 1")
    let lines = try await folder.run("\(command) list.txt --dry-run --json-lines", status: 3).output
      .split(separator: "\n").map(decode)
    #expect(lines.map(\.kind) == ["entry", "entry", "entry", "dry-run"])
    #expect(lines.map(\.state) == ["kept", "planned", "failed", nil] && lines[3].planned == 1)
    #expect(lines[0].file == (command == "photos" ? "stephen.png" : "Image 1.png"))
    let alone = try await folder.run("\(command) list.txt --dry-run --json", status: 3)
    let record = try decode(alone.output)
    #expect(record.kind == "dry-run" && record.planned == 1 && record.done == nil && alone.error.isEmpty)
  }

  @Test("--quiet prints what failed and nothing else", arguments: ["photos", "download", "poster"])
  func quiet(command: String) async throws {
    let result = try await folder.run(
      "\(command) list.txt --quiet" + (command == "poster" ? " --size 64x64" : ""), status: nil)
    #expect(result.output.isEmpty)
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("pipeline: ") }, "\(result.error)")
  }

  @Test(
    "The error that ended a run is printed also with --quiet and with JSON",
    arguments: [
      "photos --quiet", "photos --json-lines --quiet", "photos --json", "photos --json --quiet",
      "download --quiet", "download --json --quiet", "download --json-lines --quiet", "thumbnails --quiet",
      "thumbnails --json", "thumbnails --json-lines --quiet", "poster --quiet", "poster --json-lines --quiet",
    ])
  func quietEnd(line: String) async throws {
    try folder.write("[{\"url\": \"\(server.url)/monarchs/stephen.png\"},]", to: "broken.json")
    let result = try await folder.run("\(line) broken.json", status: 66)
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("pipeline: broken.json "), "\(result.error)")
    guard line.contains("--json") else { return }
    let record = try #require(RunRecord(printed: Data(result.output.utf8)))
    #expect(record.error.map { result.error == "pipeline: \($0)\n" } == true)
  }

  @Test("--quiet counts the failures that were not kept")
  func quietRest() throws {
    let record = #"""
      {"engine": "gcd", "out": "sepia", "failed": [{"name": "A", "reason": "no", "isExpected": false}],
      "moreFailed": 18000, "cancelled": 0, "interrupted": false, "error": "no space", "bytesFetched": 0,
      "figures": {}}
      """#.replacing("\n", with: "")
    let summary = RunSummary(try #require(RunRecord(printed: Data(record.utf8))), "")
    #expect(summary.complaints == ["A: no", "… and 18000 more failures", "no space"])
  }

  private struct Line: Decodable {
    let kind: String
    var position: Int?
    var state: String?
    var file: String?
    var bytes: Int?
    var reason: String?
    var done: Int?
    var planned: Int?
    var apiCalls: APICalls?
  }

  private func decode(_ text: some StringProtocol) throws -> Line {
    try JSONDecoder().decode(Line.self, from: Data(text.utf8))
  }

  /// A command, the rest of its line, and the state and the file of the first photo or file.
  private static let commands = [
    ("photos list.txt", "filtered", "stephen.png"), ("download list.txt", "saved", "Image 1.png"),
    ("thumbnails list.json", "written", "A/stephen.png"), ("poster list.txt --size 64x64", "drawn", nil),
    ("scroll list.txt --script rest", "filtered", nil),
  ]

  @Test(
    "--json-lines prints a line for each entry and the record last, --json the record, alone on standard output",
    arguments: commands, ["gcd", "operation", "serial"])
  func json(command: (line: String, state: String, file: String?), engine: String) async throws {
    let urls = ["\(server.url)/monarchs/stephen.png", "\(server.url)/none.png", "ftp://a/b.png"]
    let entries = urls.map { #"{"name": "stephen.png", "url": "\#($0)"}"# }.joined(separator: ",")
    try folder.write(#"[{"house": "A", "monarchs": [\#(entries)]}]"#, to: "list.json")
    try folder.write("rest 0", to: "rest")
    let isScroll = command.line.hasPrefix("scroll")
    let line = "\(command.line) --engine \(engine)"
    let result = try await folder.run("\(line) --json-lines", status: isScroll ? 0 : 3)
    var lines = try result.output.split(separator: "\n").map(decode)
    let record = try #require(lines.last)
    lines.removeLast()
    lines.sort { $0.position ?? 0 < $1.position ?? 0 }
    #expect(lines.map(\.kind) == Array(repeating: "entry", count: 3))
    #expect(lines.map(\.state) == [command.state, "failed", "failed"] && lines.map(\.position) == [1, 2, 3])
    #expect(lines[0].file == command.file && lines[1].reason == "not found (404)")
    let size = command.file.flatMap { contents("images/\($0)")?.count }
    #expect(lines[0].bytes == size && (size != nil) == command.line.hasPrefix("download"))
    #expect(result.error.contains("1 ") && result.error.contains("2 failed"), "\(result.error)")
    let calls = try #require(record.apiCalls)
    #expect(calls.api.counts[0].count > 0)
    for share in [calls.api, calls.own] {
      let line = result.error.split(separator: "\n").first { $0.hasPrefix("  \(share.name) did ") }
      #expect(line?.hasSuffix(" \(share.text)") == true, "\(result.error)")
    }

    let alone = try await folder.run("\(line) --json", status: isScroll ? 0 : 3)
    for record in [record, try decode(alone.output)] {
      #expect(record.kind == (isScroll ? "scroll" : "run") && record.position == nil)
      #expect(record.apiCalls?.own.name == "our code")
    }
    #expect(record.done == 1)
    #expect(alone.error.isEmpty)
  }

  @Test("Without a terminal no command draws anything", arguments: ["photos", "thumbnails", "download"])
  func piped(command: String) async throws {
    let list = command == "thumbnails" ? "\(server.url)/monarchs.json" : "list.txt"
    let result = try await folder.run("\(command) \(list) --out out", status: nil)
    #expect(!result.error.contains("\u{1B}") && !result.output.contains("\u{1B}"))
    // Progress is printed as occasional lines.
    #expect(
      result.error.split(separator: "\n").allSatisfy { $0.contains(" of ") || $0.first?.isNumber == true })
    #expect(result.output.split(separator: "\n").count < 40)
  }

  @Test("Progress says what is known, and nothing before the first of a list that is still read")
  func progress() {
    #expect(progressWords(12, of: 53, "photos", failed: 1) == "12 of 53 photos, 1 failed")
    #expect(progressWords(12, of: nil, "photos", failed: 0) == "12 photos")
    #expect(progressWords(0, of: nil, "photos", failed: 0) == "")
  }

  @Test("A download that waits for a server says how long, and for which reason")
  func waits() {
    func note(_ reason: TransferError.Reason?, _ seconds: Double?) -> String {
      TransferWait(reason: reason, until: seconds.map { .now + .seconds($0) }).note
    }
    #expect(note(.http(status: 429), 3600) == "waiting 3600 s (429)")
    #expect(note(.couldNotConnect("Connection refused"), nil) == "waiting (could not connect)")
    #expect(note(nil, nil) == "waiting for its turn")
    #expect(waitingForList(nil) == "waiting for the list")
    let rest = TransferWait(reason: .http(status: 503), until: .now + .seconds(60))
    #expect(waitingForList(rest) == "waiting for the list: 60 s (503)")
    #expect(
      waitingForList(TransferWait(reason: .http(status: 503), until: nil)) == "waiting for the list (503)")
  }

  @Test("A password in a URL is shown by no command, kept by no journal, and a list that has it is private")
  func passwords() async throws {
    let url = server.url.replacing("http://", with: "http://me:secret@") + "/monarchs/stephen.png"
    try folder.write(url + "\n", to: "secret.txt")
    for arguments in [
      "photos secret.txt --dry-run", "photos secret.txt --json-lines", "download secret.txt --json --out a",
      "download secret.txt --verbose --out b",
    ] {
      let result = try await folder.run(arguments)
      #expect(!(result.output + result.error).contains("secret@"), "\(arguments)")
    }
    try folder.write(url.replacing("http:", with: "ftp:") + "\n", to: "bad.txt")
    for command in ["photos", "download"] {
      let result = try await folder.run("\(command) bad.txt --out c --failures failed.json", status: 3)
      #expect(!(result.output + result.error).contains("secret@"), "\(command)")
    }
    #expect(try ["sepia", "a", "b"].allSatisfy { try !text("\($0)/.pipeline.jsonl").contains("secret@") })
    for file in ["a/.pipeline.jsonl", "failed.json"] {
      #expect(try Folder.permissions("\(folder.path)/\(file)") == 0o600)
    }
  }

  @Test("The cursor is back while the program is stopped, and hidden again when it goes on")
  func stopped() async throws {
    server.handler = { request in request.path == "/list" ? .later { _ in } : nil }
    let session = try TerminalSession("\(server.url)/list", in: folder.path)
    try #require(await session.sees("\u{1B}[?25l"))
    session.signal(SIGTSTP)
    #expect(await session.sees("\u{1B}[?25h"))
    #expect(await session.resumes { await session.sees("\u{1B}[?25l") })
    #expect(await session.end(by: SIGINT) == 130)
  }

  @Test("Keys typed during a run are not shown, and those after it are", arguments: ["photos", "download"])
  func typed(command: String) async throws {
    try list(2)
    let valve = ReplyValve(isShut: true)
    server.handler = { $0.path.hasPrefix("/monarchs/") ? valve.answer($0) : nil }
    let session = try TerminalSession("\(command) list.txt", in: folder.path)
    try #require(await session.sees("0/2"))
    #expect(!session.isAsShellsWantIt)
    session.type("zzz\n")
    valve.open()
    try #require(await session.sees("engine "))
    #expect(!session.textBefore.contains("zzz"))
    #expect(await session.end() == 0)
    #expect(session.isAsShellsWantIt)
  }

  @Test("A list that is typed is shown", arguments: ["photos -", "scroll -", "poster -"])
  func typedList(command: String) async throws {
    let session = try TerminalSession(command, in: folder.path)
    try #require(await session.sees("\u{1B}[?25l"))
    session.type("\(server.url)/monarchs/stephen.png\n")
    #expect(await session.end(by: SIGINT) == 130)
    #expect(await session.sees("/monarchs/stephen.png"))
  }

  @Test("A color space may be spelled either way")
  func color() throws {
    for name in ["--colour", "--color"] {
      let command = try PhotosCommand.parse([name, "srgb"])
      #expect(command.picture.recipe.convertsToSRGB)
    }
  }
}
