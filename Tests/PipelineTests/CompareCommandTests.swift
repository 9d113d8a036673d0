import Engine
import Foundation
import SampleServer
import TestSupport
import Testing

@testable import Measurement
@testable import pipeline

@Suite("The compare command", .serialized, .timeLimit(.minutes(15)))
final class CompareCommandTests: CommandTests {
  @Test("Engines run as often as asked, and the record has all figures", arguments: ["photos", "thumbnails"])
  func record(workload: String) async throws {
    // The thumbnails are the built-in samples, and their run is also cancelled. The photos are from a
    // user's short list.
    try folder.write("\(server.url)/monarchs/stephen.png\n\(server.url)/nothing.png\n", to: "list.txt")
    let result = try await folder.run(
      "compare --workload \(workload) --engines operation,gcd --runs 2 --record kept.json"
        + (workload == "photos" ? " --list list.txt --report report.html" : " -- --size 16"))
    #expect(result.output.contains("operation against gcd, 2 runs each"))
    let record = try comparisonRecord()
    #expect(record.command.contains("--record kept.json"))
    #expect(record.measurement.engines == ["operation", "gcd"])
    #expect(record.measurement.apiCalls?.map(\.api.name) == ["Operation", "Dispatch"])
    let calls = try #require(record.measurement.apiCalls?.first?.api.text)
    let parts = result.output.split(separator: "What each did in one run")
    #expect(parts.count == 2 && parts[1].contains(calls) && !parts[0].contains("wall"))
    #expect(record.measurement.runs.map { [$0.block, $0.column] } == [[0, 0], [0, 1], [1, 0], [1, 1]])
    for run in record.measurement.runs {
      for figure in [Figure.wall, .peakMemory, .firstShown, .allShown, .bytesFetched] {
        #expect((run.figures[figure] ?? 0) > 0, "\(figure)")
      }
      // In a short run, the system may count all time as system time.
      #expect((run.figures[.userCPU] ?? 0) + (run.figures[.systemCPU] ?? 0) > 0)
      if workload == "photos" { #expect(run.figures[.cancelToIdle] == nil) }
    }
    #expect(record.versions.keys.sorted().contains("libjpeg-turbo"))
    let scenes = try #require(record.scenes)
    // Only with the samples does the program know when a run is half done, so only they have a cancelled run.
    #expect(scenes.map(\.timelines.count) == (workload == "photos" ? [2] : [2, 2]))
    #expect(scenes.allSatisfy { $0.timelines.map(\.engine) == ["operation", "gcd"] })
    #expect(scenes[0].timelines.allSatisfy { !$0.bars.isEmpty && $0.duration > 0 })
    let json = try JSONSerialization.jsonObject(with: Data(text("kept.json").utf8)) as? [String: Any]
    let results = (json?["measurement"] as? [String: Any])?["results"] as? [[String: Any]]
    let wall = results?.filter { $0["figure"] as? String == "wall" }
    #expect(wall?.compactMap { $0["engine"] as? String } == ["operation", "gcd"])
    #expect(wall?.compactMap { $0["verdict"] as? String } == ["unknown"], "too few runs")
    guard workload == "photos" else { return }
    let page = try text("report.html")
    #expect(page.contains("photos: operation against gcd") && page.contains(calls))
    #expect(page.contains("<title>download "), "the timelines name the jobs")
    #expect(page.contains("2 runs each: too few to tell what differs"))
  }

  @Test("Unless others are given, the engines of the README’s table are compared")
  func usual() async throws {
    try folder.write("\(server.url)/monarchs/stephen.png\n", to: "list.txt")
    let table = try #require(
      Page("README.md").text.firstMatch(of: /<!-- noticed:photos -->\n\| \| (.*) \|/)?.1)
    let result = try await folder.run("compare --list list.txt --runs 1")
    #expect(result.output.hasPrefix("photos: \(table.replacing(" | ", with: " against ")), 1 run each"))
  }

  @Test("A report of scrolling shows when its queues were suspended")
  func scrollReport() async throws {
    try list(40)
    try folder.write("scroll to 20 in 0.2\nrest 0.1\n", to: "short.txt")
    try await folder.run(
      "compare --workload scroll --list list.txt --engines gcd --runs 1 --report report.html -- --script short.txt"
    )
    #expect(try text("report.html").contains(", suspended"))
  }

  @Test("Jobs are timed, and drawn")
  func jobs() async throws {
    try await folder.run(
      "compare --workload jobs --engines loop --runs 1 --record kept.json --report report.html")
    let record = try comparisonRecord()
    #expect(record.measurement.engines == ["loop"])
    let times = record.measurement.rows.filter { $0.figure == .jobTime }
    #expect(times.count > 10 && times.allSatisfy { $0.cells[0]?.values.count == 1 })
    let timelines = try #require(record.scenes).flatMap(\.timelines)
    #expect(timelines.map(\.engine) == ["loop", "loop"])
    #expect(timelines.map(\.rows) == [["thread 1"], ["thread 1"]])
    #expect(timelines.map(\.bars.count) == [40, 40])
    // The cost of the loop isn't part of a chart.
    #expect(try text("report.html").matches(of: /class="chart"/).count == 1)
  }

  @Test("A run that fails is named, with its cause, and nothing is recorded")
  func failure() async throws {
    let photos = Counter()
    server.handler = { photos.add() == 1 ? nil : .now(.notFound($0.path)) }
    try list("stephen")
    let result = try await folder.run(
      "compare --list list.txt --engines gcd --runs 1 --json --record kept.json -- --retries 0", status: 1)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("pipeline: run 1 of 1, gcd: failed, unlike before: "), "\(result.error)")
    #expect(contents("kept.json") == nil)
  }

  @Test(
    "A list and a file with jobs that are not there end it with 66 and one sentence",
    arguments: [
      ("--list", "pipeline: "),
      (
        "--workload",
        "pipeline: “nowhere.json” is neither a workload (photos, scroll, thumbnails, poster, jobs) nor a file with jobs"
      ),
    ])
  func nothingThere(option: String, words: String) async throws {
    let result = try await folder.run("compare \(option) nowhere.json --engines gcd", status: 66)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix(words) && result.error.contains("nowhere.json"), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }

  @Test("A record and a page have no secrets, and a command that a shell reads as it was given")
  func secrets() async throws {
    let list = server.url.replacing("http://", with: "http://me:S3CRET@") + "/photos.jsonl?count=1"
    let header = ["--", "--header", "Authorization: Bearer S3CRET", "--name", "it's {name}\n{number}.{ext}"]
    let files = ["--record", "a record.json", "--report", "report.html"]
    let result = try await Program.run(
      ["compare", "--engines", "gcd,operation", "--runs", "1", "--list", list] + files + header,
      in: folder.path)
    for words in try [text("a record.json"), text("report.html"), result.output, result.error] {
      #expect(!words.contains("S3CRET"), "\(words.prefix(2000))")
    }
    let shell = try await Program.run([], by: "printf '%s|' " + comparisonRecord("a record.json").command)
    let masked = list.replacing("me:S3CRET", with: "***")
    let words =
      ["pipeline", "compare", "--engines", "gcd,operation", "--runs", "1", "--list", masked] + files
      + header.map { $0.replacing("Bearer S3CRET", with: "***") }
    #expect(shell.output == words.map { $0 + "|" }.joined())
  }

  @Test("The jobs of a run are recorded, and replayed by each that can run them")
  func replayedJobs() async throws {
    try list("stephen")
    try await folder.run("photos list.txt --out out --record-jobs jobs.jsonl")
    let graph = try JobGraph(lines: Data(text("jobs.jsonl").utf8))
    let filter = try #require(graph.jobs.first { $0.name.hasPrefix("filter") })
    #expect(filter.after.map { graph.jobs[$0].name.hasPrefix("download") } == [true])
    let result = try await folder.run("compare --workload jobs.jsonl --runs 1 --report report.html")
    #expect(result.output.contains("gcd against operation against tasks against dispatch"))
    #expect(result.output.contains(" jobs, 1 dependency, on"))
    #expect(result.output.contains("1 run each: too few to tell what differs; use --runs 6 or more."))
    #expect(!result.output.contains("×1"), "no ratio from a single run")
  }

  @Test("What changed since an earlier record is said; a file that is no such record is refused")
  func against() async throws {
    let graph = JobGraph(queues: [.init(name: "a", width: 1)], jobs: [.init(name: "one", wait: 0.01)])
    try graph.lines().write(to: URL(fileURLWithPath: folder.path + "/jobs.jsonl"))
    let compare = "compare --workload jobs.jsonl --engines gcd --runs 6"
    let first = try await folder.run("\(compare) --json")
    try folder.write(first.output, to: "before.json")
    let second = try await folder.run("\(compare) --against before.json")
    #expect(second.output.contains("Since 20"), "\(second.output)")
    let missing = try await folder.run("\(compare) --against none.json", status: 64)
    #expect(missing.error.contains("--against “none.json” cannot be read: No such file or directory"))
    let refused = try await folder.run("\(compare) --against jobs.jsonl", status: 64)
    #expect(refused.error.contains("was not written by “pipeline compare --json” or --record"))
  }

  @Test(
    "What the comparison sets itself, and what no run would take, is refused before anything runs, by its name",
    arguments: [
      "--engine gcd", "-e gcd", "--out x", "-o x", "--out=x", "--json", "--events x", "--trace=x",
      "--verbose", "--delay 1", "--seed 2",
    ].map { ("photos", $0, "\($0.prefix { $0 != " " && $0 != "=" }) is not allowed after --: ") }
      + [
        ("photos", "--downloads 2 --json", "--json is not allowed after --: "),
        ("photos", "--bogus", "--bogus"), ("photos", "--downloads 0", "--downloads must be at least 1"),
        ("scroll", "--compression small", "--compression"), ("poster", "list.txt", "list.txt"),
        ("thumbnails", "--help", "pipeline thumbnails --help"),
      ])
  func notTaken(workload: String, rest: String, reason: String) {
    let refusal = refusal(of: words("compare --workload \(workload) --list nowhere.json -- \(rest)"))
    #expect(refusal.isWrongUsage)
    #expect(refusal.words.contains(reason), "\(refusal.words)")
  }

  @Test("Of a run that a signal ended, all it wrote is shown; else the line of its error without the hints")
  func complaint() {
    let words = FreshProcess.crash(signal: 6, words: "free(): invalid pointer\n")
    #expect(words == "it was ended by signal 6; it had written:\nfree(): invalid pointer")
    #expect(FreshProcess.crash(signal: 6, words: "") == "it was ended by signal 6")
    let usage = "pipeline: --x is wrong.\nUsage: pipeline\n  See 'pipeline --help' for more information.\n"
    for (words, complaint) in [
      (usage, "--x is wrong."), ("a: saved\npipeline: no room\n", "no room"),
      ("killed by\nsomething\n", "something"), ("", ""),
    ] {
      #expect(FreshProcess.complaint(in: words) == complaint)
    }
  }

  @Test(
    "Ctrl-C ends the current run, too, and gives the table of the blocks that are complete, and no record",
    arguments: [
      (1, nil, "interrupted before "),
      (4, "photos: gcd, 2 runs each", "interrupted after 2 of 3 runs of each engine: nothing was written"),
    ] as [(Int, String?, String)])
  func interrupted(last: Int, table: String?, words: String) async throws {
    let (signals, lists) = (Signals(), Counter())
    let list = "\(server.url)/monarchs/stephen.png\n"
    // The list is requested once to warm up and once in each block. The last list is never delivered, so its
    // run is in progress when the signal arrives.
    server.handler = { request in
      guard request.path.hasSuffix("/list.txt") else { return nil }
      guard lists.add() == last else { return .now(.text(list)) }
      signals.send(SIGINT)
      return .later { _ in }
    }
    let result = try await folder.run(
      "compare --list \(server.url)/list.txt --engines gcd --runs 3 --record kept.json", status: 130,
      signals: signals)
    if let table { #expect(result.output.contains(table)) } else { #expect(result.output.isEmpty) }
    #expect(result.error.contains("pipeline: \(words)"), "\(result.error)")
    #expect(contents("kept.json") == nil)
  }
}
