import Base
import Foundation
import SampleServer
import TestSupport
import Testing
import WebServer

/// Tries every option of every command. An option whose effect isn't observed fails the tests, and so does one that
/// the table doesn't have.
@Suite("Options", .timeLimit(.minutes(15)))
final class OptionTests: CommandTests {
  /// Options that are added to a command line, and the texts that are observed because of them, one for each.
  struct Trial {
    let line: String
    let options: String
    let texts: [String]
    /// Whether the line is first run in the same folder without its options.
    let isSecond: Bool
    /// Whether the line isn't tried without the option, because it wouldn't end, or would take too long.
    let isAlone: Bool

    /// The line that is run for comparison, once for all trials that share it.
    var base: String { isAlone ? "\(line) \(options)" : "\(line) \(isSecond)" }
  }

  // MARK: The table

  /// The lines of the commands that download, by the list that they are given.
  private static let lines = [
    "photos LIST.txt", "download LIST.txt", "thumbnails LIST.json",
    "poster LIST.txt --photos 20 --layers 1 --size 64x64", "scroll LIST.txt --script rest",
    "gallery LIST.txt --record record.jsonl --script rest --engine gcd",
  ]

  /// The lines with photos of the program's own server.
  private static let samples = [
    "photos --limit 9", "download --limit 9", "thumbnails", "poster --photos 9 --layers 1 --size 64x64",
    "scroll --count 20 --script rest", "gallery --count 20 --record record.jsonl --script rest --engine gcd",
    "serve --port 0", "compare --workload thumbnails --runs 1 --engines gcd -- --retries 0",
  ]

  /// The rows: commands, or one line. A list (or “samples”) and more options. An option, or several with “&” between
  /// them, whose effects can be told apart. A text that is observed because of each, or ≠ for any difference in the
  /// files or the first lines of the output.
  private static let table = """
    all | guarded | --netrc | authorization:
    all | list | --header X-A:b & --user-agent tester | x-a: b & user-agent: tester
    all | list | --trace t.json & --events e.jsonl & --record-jobs j.jsonl | file t.json & file e.jsonl & file j.jsonl
    all | list --events e.jsonl | --max-bytes 10 | the limit of 10
    all | list --events e.jsonl | --block-private | refused:
    all | list | --proxy http://127.0.0.1:PORT | proxy-connection:
    all | list | --limit-rate 9k | took 1 s
    all | list | --rate-limit 1/s | took 1 s
    all | slow | --per-host 1 | connections 1.
    all | slow --events e.jsonl --retries 0 | --timeout 0.1 | timed out after 0.1 s
    all | slow --events e.jsonl --retries 0 | --stall-timeout 0.1 | sent nothing for 0.1 s
    all | silent --events e.jsonl --retries 0 alone | --connect-timeout 0.1 | could not connect within 0.1 s
    all | silent --events e.jsonl --retries 0 --timeout 0.1 | --cacert list.txt | list.txt
    all | once --events e.jsonl | --retries 0 | (500)
    photos download poster scroll gallery | list | --limit 1 | requests 1.
    photos download poster scroll gallery | columns | --url-column other | /other
    photos download thumbnails poster scroll | list | --engine operation & --json | "operation" & "engine" :
    photos download thumbnails poster | slow | --downloads 1 | connections 1.
    photos thumbnails poster scroll gallery | list --events e.jsonl | --max-pixels 9 | exceeds the limit of
    photos download thumbnails poster | list | --quiet | ≠
    photos download thumbnails poster scroll | list | --verbose | : d
    photos download thumbnails poster scroll | list | --json-lines | "kind":"entry"
    photos download | list | --out other & --name {number:3}-x-{name}.{ext} | file other/ & /001-x-stephen.png
    thumbnails | list | --out other | file other/
    photos download thumbnails | list again | --force | ≠
    photos download thumbnails | list again | --refresh | if-none-match:
    photos download thumbnails | list --force | --verify | --verify only what has changed
    photos download thumbnails | missing | --failures f.json | file f.json
    photos download thumbnails | list | --dry-run | nothing was done
    photos download | list | --shard 1/2 | art 1/2
    photos download | list | --fan-out | ≠
    photos download poster scroll gallery serve | samples | --delay 1 | took 1 s
    photos download poster scroll gallery serve | samples | --jitter 9 | took 1 s
    photos download poster scroll gallery serve | samples | --rate 20000 | took 1 s
    thumbnails | samples | --delay 0.2 | took 3 s
    thumbnails | samples | --jitter 1 | took 3 s
    thumbnails | samples | --rate 20000 | took 3 s
    compare | samples | --delay 0.2 | took 6 s
    compare | samples | --jitter 0.5 | took 6 s
    compare | samples | --rate 40000 | took 6 s
    photos download thumbnails poster scroll gallery | samples --retries 0 | --failure-rate 1 | ≠
    photos download thumbnails poster scroll gallery | samples --retries 0 --events e.jsonl --stall-timeout 0.1 --failure-rate 1 alone | --failure-kinds stall | sent nothing for
    serve | samples | --failure-rate 1 | ≠
    serve | samples --failure-rate 1 | --failure-kinds 404 | ≠
    compare | samples | --failure-rate 0.1 | 618 kB
    compare | samples --failure-rate 0.1 | --failure-kinds 404 | 611 kB
    photos download thumbnails poster gallery serve | samples --failure-rate 0.5 --failure-kinds 404 | --seed 2 | ≠
    compare | samples --failure-rate 0.5 --failure-kinds 404 | --seed 2 | 298 kB
    scroll --print-script | own | --seed 2 | ≠
    photos | many --record-jobs j.jsonl --filters 4 | --filters 1 | "queue":"filter","width":1
    photos | slow --record-jobs j.jsonl | --ahead 1 | "queue":"download","width":1
    photos | list | --intensity 0 | ≠
    photos thumbnails | list | --resize 9x9 | ≠
    photos photo.png | own | --colour srgb | ≠
    photos photo.png | own | --depth 16 | ≠
    thumbnails photo.json | own | --colour srgb | ≠
    thumbnails photo.json | own | --depth 16 | ≠
    photos thumbnails | list | --format jpeg | tephen.jpg
    photos thumbnails | list --format jpeg | --quality 5 | ≠
    photos thumbnails | list | --compression small | ≠
    photos photo.png | own | --keep-exif | ≠
    photos photo.png | own --keep-exif | --keep-position | ≠
    thumbnails photo.json | own | --keep-exif | ≠
    thumbnails photo.json | own --keep-exif | --keep-position | ≠
    photos | list | --isolate | --isolate no longer exists
    thumbnails | list | --size 9 | ≠
    thumbnails | many --record-jobs j.jsonl --filters 4 | --filters 1 | "queue":"scale","width":1
    photos download poster | samples | --search lake | ≠
    gallery --record record.jsonl --script rest --engine gcd | own | --search lake | ≠
    scroll --script rest | own | --search lake | rest through 9 photos
    photos download poster scroll gallery | search | --search-url http://127.0.0.1:PORT/?q={query} | GET /?q=lake
    photos download poster scroll gallery | search | --search-items /x | “/x”
    photos download poster scroll gallery | search | --search-link /x | “/x”
    download | pages | --any | file images/Image 1
    poster | list | --out other.png | file other.png
    poster list.txt --size 64x64 | own | --photos 1 | 1 photo drawn
    poster list.txt --size 64x64 | own | --layers 1 | (1 layer)
    poster list.txt --size 64x64 | own | --size 32x32 | ≠
    poster | list | --compression small | ≠
    poster | many --record-jobs j.jsonl --scalings 4 | --scalings 1 | "queue":"scale","width":1
    poster | list | --preview | --preview needs a terminal
    scroll | list | --quiet | ≠
    scroll list.txt | own alone | --script rest | rest through 2 photos
    scroll | list | --rows 1 | 1 filtered
    scroll --script rest | own | --count 1 | rest through 1 photo:
    scroll --script rest | own | --print-script | rest 0.1
    scroll | list | --explain | A row becomes urgent
    scroll | slow | --downloads 1 | connections 1.
    scroll | many --record-jobs j.jsonl --filters 4 | --filters 1 | "queue":"filter","width":1
    gallery | list | --downloads 1 | "slots":{"download":1
    gallery | list --filters 3 | --filters 1 | "filter":1}
    gallery list.txt --record record.jsonl --script rest | own | --engine tasks | tasks:
    gallery | list | --intensity 0 | ≠
    gallery | list | --filter-delay 1 | took 1 s
    gallery | list | --with-and-without | gcd without:
    gallery | list | --port PORT | the port is in use
    gallery --record record.jsonl --script rest --engine gcd | own | --count 1 | 1 photo filtered
    gallery | list | --rows 1 | 1 photo filtered
    gallery list.txt --script rest | own | --record record.jsonl | file record.jsonl
    gallery list.txt --record record.jsonl | own alone | --script rest | file record.jsonl
    gallery | own alone | --replay list.txt | is not a recorded scroll
    summary list.txt | own | --json | "problems" :
    compare | own alone | --workload nowhere | neither a workload
    compare | samples | --engines gcd,gcd | gcd (2)
    compare | samples | --runs 2 | 2 runs each
    compare | samples | --list list.json | GET /monarchs/
    compare | samples | --full | --full is for --workload jobs
    compare | samples | --json | "measurement" :
    compare | samples | --record r.json | file r.json
    compare | samples | --report r.html | file r.html
    compare | samples | --against nowhere | cannot be read
    lesson 1 | own | --picture | ≠
    lesson 1 | own | --trap | ≠
    lesson 1 | own | --json | "lesson" : 1
    lesson 1 | own | --file gcd | ≠
    lesson 18 | own | --jobs 5 | ≠
    serve | samples | --host 192.0.2.1 | 192.0.2.1
    serve | own | --port PORT | the port is in use
    """

  static let trials = table.split(separator: "\n").flatMap { row -> [Trial] in
    let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    var more = words(cells[1])
    let (list, commands) = (more.removeFirst(), words(cells[0]))
    let marks = more.filter { ["alone", "again"].contains($0) }
    more.removeAll { marks.contains($0) }
    let searches = lines.map { $0.replacing("LIST.txt", with: "--search lake") }
    let known = ["samples": samples, "own": [cells[0]], "search": searches][list] ?? lines
    let chosen = known.filter { cells[0] == "all" || commands.contains(words($0)[0]) }
    return (list == "own" ? known : chosen).map { line in
      Trial(
        line: added(more.joined(separator: " "), to: line.replacing("LIST", with: list)),
        options: cells[2].replacing(" & ", with: " "), texts: cells[3].components(separatedBy: " & "),
        isSecond: marks.contains("again"),
        // A busy machine may take as long without the option.
        isAlone: marks.contains("alone") || cells[3].hasPrefix("took"))
    }
  }

  /// Returns the line with more options, which come before arguments after “--”.
  private static func added(_ options: String, to line: String) -> String {
    if options.isEmpty { return line }
    let parts = line.components(separatedBy: " -- ")
    return (["\(parts[0]) \(options)"] + parts.dropFirst()).joined(separator: " -- ")
  }

  /// Options that other tests try, because they need a terminal or another run.
  private static let elsewhere = [
    "lesson --all": "LessonCommandTests.swift"
  ].merging(
    ["download", "photos", "thumbnails"].flatMap { ["\($0) --take-over", "\($0) --wait"] }
      .map { ($0, "DownloadCommandTests.swift") }
  ) { $1 }

  // MARK: The tests

  @Test(
    "An option has an effect, or is refused with a reason",
    arguments: Set(trials.map { words($0.line)[0] }).sorted(), 0..<3)
  func effects(command: String, third: Int) async throws {
    let trials = Self.trials.filter { words($0.line)[0] == command }
    let groups = Dictionary(grouping: trials, by: \.base).sorted { $0.key < $1.key }.map(\.value)
    // Trials mostly wait, so a third of a command's runs beside the others.
    for group in groups.enumerated().filter({ $0.offset % 3 == third }).map(\.element) {
      let (line, isSecond) = (group[0].line, group[0].isSecond)
      // The line without an option is run once for all options that are added to it.
      let base = group[0].isAlone ? nil : try await observe(line, again: isSecond)
      for trial in group {
        let result = try await observe(Self.added(trial.options, to: line), again: isSecond)
        let place = Comment(rawValue: "\(line) \(trial.options): \(result.text)")
        for text in trial.texts {
          if text == "≠" {
            #expect(result.comparable != base?.comparable && !result.isWrongUsage, place)
          } else {
            #expect(result.text.contains(text), place)
            #expect(base?.text.contains(text) != true, place)
          }
        }
      }
    }
  }

  @Test("Every option of every command is tried")
  func complete() async throws {
    let tried = Set(
      Self.trials.flatMap { trial in words(trial.options).map { words(trial.line)[0] + " " + $0 } })
    for command in try await DumpedCommand.all() {
      for option in command.options {
        let names = option.spellings.map { "\(command.commandName) \($0)" }
        let place = names.compactMap { Self.elsewhere[$0] }.first
        #expect(
          place != nil || !tried.isDisjoint(with: names), "no trial of \(names.joined(separator: ", "))")
        if let place {
          #expect(try Page("Tests/PipelineTests/\(place)").text.contains(option.spellings[0]), "\(names)")
        }
      }
    }
  }

  @Test("An option that a command lacks is refused with the commands that take it")
  func lacking() async throws {
    let commands = try await DumpedCommand.all()
    for row in try Page("Sources/pipeline/README.md").takers {
      let takers = commands.filter { $0.options.contains { $0.spellings == row.option } }.map(\.commandName)
      let lacking = row.commands.filter { !$0.value }.keys
      for arguments in lacking.flatMap({ command in row.option.map { [command, $0] } }) {
        let refusal = refusal(of: arguments)
        let reason = "\(arguments[1]) is an option of \(takers.joined(separator: ", "))."
        let place = Comment(rawValue: arguments.joined(separator: " "))
        #expect(
          refusal.isWrongUsage && refusal.words.replacing(" and ", with: ", ").hasPrefix(reason), place)
      }
    }
  }

  // MARK: Observation

  private struct Observation {
    let isWrongUsage: Bool
    /// The status, the output, the files, and the requests that the test's server received.
    let text: String
    /// The part that is the same in every run of a line.
    let comparable: [String]
  }

  /// Runs a line in a new folder.
  /// - Parameter again: Whether it has been run in the same folder before, with its plain options.
  private func observe(_ line: String, again: Bool) async throws -> Observation {
    let place = try Folder()
    let silent = try LoopbackServer { _ in .steps(.silence) }
    defer { silent.stop() }
    try writeInputs(to: place, silent: silent.port)
    let inputs = Set(try place.names(""))
    let seen = Locked<[String]>([])
    server.handler = { request in
      let line = "\(request.method) \(request.target)\n"
      let isFirst = seen.withLock { seen in
        defer { seen.append(line + request.headers.map { "\($0.lowercased()): \($1)\n" }.joined()) }
        return !seen.contains { $0.hasPrefix(line) }
      }
      if request.target.hasSuffix("?guarded"), request.headers["authorization"].isEmpty {
        return .now(Response(.unauthorized, headers: ["WWW-Authenticate": "Basic"]))
      }
      return request.target.hasSuffix("?once") && isFirst
        ? .now(.text("", status: .internalServerError)) : nil
    }
    if again {
      let plain = words(line).prefix { !$0.hasPrefix("-") }.joined(separator: " ")
      try await place.run(plain)
      seen.withLock { $0 = [] }
    }
    let (begin, connections) = (ContinuousClock.now, server.counters.connectionsTotal)
    let result = try await place.run(
      line.replacing("PORT", with: "\(server.port)"), status: nil,
      by: line.hasPrefix("serve") ? Self.serving : #"HOME=$PWD exec "$@""#)
    let seconds = Int((ContinuousClock.now - begin) / .seconds(1))
    var text = ["status \(result.status)", result.output, result.error]
    var comparable = result.output.split(separator: "\n").filter { !$0.hasPrefix("  ") }.map(String.init)
    for name in try FileManager.default.subpathsOfDirectory(atPath: place.path).sorted()
    where !inputs.contains(name) {
      let data = FileManager.default.contents(atPath: "\(place.path)/\(name)") ?? Data()
      text.append("file \(name)")
      if !name.contains("json") { comparable.append("\(name) \(Array(data).hashValue)") }
      guard name.hasSuffix("jsonl") else { continue }
      text.append(String(decoding: data, as: UTF8.self))
      // The pictures in a recording. A regular expression would take most of the time of these tests.
      let strings = data.split(separator: UInt8(ascii: "\"")).filter {
        $0.count > 99 && !$0.prefix(99).contains(32)
      }
      comparable += Set(strings.map { String(decoding: $0, as: UTF8.self) }).sorted()
    }
    text += seen.value + ["requests \(seen.value.count)."]
    text += ["connections \(server.counters.connectionsTotal - connections)."]
    if seconds > 0 { text += (1...seconds).map { "took \($0) s" } }
    return Observation(
      isWrongUsage: result.status == 64, text: text.joined(separator: "\n") + "\n", comparable: comparable)
  }

  /// A script that runs a server, and downloads from it.
  private static let serving = """
    mkfifo pipe; "$@" >pipe 2>&1 & exec 3<pipe; read -r line <&3; echo "$line"
    url=$(echo "$line" | sed -n 's/.*\\(http:[^ ]*\\)[.] Lists:.*/\\1/p')
    [ -n "$url" ] && "$1" download "$url/photos.txt" --limit 9 --retries 0
    kill $!; wait
    """

  /// A PNG of four pixels with 16 bits per channel, a gamma of 1, and EXIF with a camera and a position.
  private static let photo = """
    iVBORw0KGgoAAAANSUhEUgAAAAIAAAACEAIAAACtREYwAAAABGdBTUEAAYagMeiWXwAAAIxlWElmSUkqAAgAAAACAA8BAgAEAAAA\
    YWJjACWIBAABAAAAJgAAAAAAAAAEAAEAAgACAAAATgAAAAIABQADAAAAXAAAAAMAAgACAAAARQAAAAQABQADAAAAdAAAAAAAAAAw\
    AAAAAQAAAAgAAAABAAAAAAAAAAEAAAALAAAAAQAAACIAAAABAAAAAAAAAAEAAABXF07aAAAAE0lEQVR42mMQMgmrmDkTQjIgcwBu\
    agkZgADqeQAAAABJRU5ErkJggg==
    """

  private func writeInputs(to place: Folder, silent: UInt16) throws {
    let portraits = ["stephen", "henry-i"].map { "\(server.url)/monarchs/\($0).png" }
    func write(_ name: String, _ urls: [String]) throws {
      try place.write(urls.joined(separator: "\n"), to: "\(name).txt")
      let monarchs = urls.map { #"{"name": "Stephen", "years": "", "thumbnail": "\#($0)"}"# }
      try place.write(
        #"[{"house": "Blois", "monarchs": [\#(monarchs.joined(separator: ","))]}]"#, to: "\(name).json")
    }
    try write("list", portraits)
    try write("many", (0..<20).map { "\(portraits[0])?\($0)" })
    try write("slow", portraits.map { $0 + "?delay=0.5" })
    for kind in ["once", "guarded"] { try write(kind, portraits.map { "\($0)?\(kind)" }) }
    try write("pages", ["\(server.url)/photos.json"])
    try write("photo", ["photo.png"])
    try write("missing", ["\(server.url)/missing.png"])
    try write("silent", ["https://127.0.0.1:\(silent)/a.png"])
    try place.write("name,url,other\nStephen,\(portraits[0]),\(portraits[0])?/other\n", to: "columns.txt")
    try place.write("rest 0.1\n", to: "rest")
    try Data(base64Encoded: Self.photo)?.write(to: URL(fileURLWithPath: place.path + "/photo.png"))
    try place.write("machine 127.0.0.1 login a password b\n", to: ".netrc")
  }
}
