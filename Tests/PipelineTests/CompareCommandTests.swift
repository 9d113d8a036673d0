import Foundation
import SampleServer
import TestSupport
import Testing

@testable import Measurement
@testable import pipeline

@Suite("The compare command", .serialized, .timeLimit(.minutes(15)))
struct CompareCommandTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(
    "Every engine runs as often as was asked for, and the record has all figures",
    arguments: ["photos", "thumbnails"])
  func record(workload: String) async throws {
    // The thumbnails are the samples, and cancelled too; the photos are a short list of somebody's.
    let server = try SampleServer.start()
    try folder.write("\(server.url)/monarchs/stephen.png\n\(server.url)/nothing.png\n", to: "list.txt")
    let result = try await Program.run(
      [
        "compare", "--workload", workload, "--engines", "operation,gcd", "--runs", "2", "--record",
        "kept.json",
      ]
        + (workload == "photos" ? ["--list", "list.txt", "--report", "report.html"] : []),
      in: folder.path)
    await server.stop()
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.contains("operation against gcd, 2 runs each"))
    let record = try kept(Comparison.self)
    #expect(record.command.contains("--record kept.json"))
    #expect(record.measurement.engines == ["operation", "gcd"])
    #expect(record.measurement.runs.map { [$0.block, $0.column] } == [[0, 0], [0, 1], [1, 0], [1, 1]])
    for run in record.measurement.runs {
      for figure in [Figure.wall, .peakMemory, .firstShown, .allShown, .bytesFetched] {
        #expect((run.figures[figure] ?? 0) > 0, "\(figure)")
      }
      // Of a short run, the system may count all as its own.
      #expect((run.figures[.userCPU] ?? 0) + (run.figures[.systemCPU] ?? 0) > 0)
      if workload == "photos" { #expect(run.figures[.cancelToIdle] == nil) }
    }
    #expect(record.versions.keys.sorted().contains("libjpeg-turbo"))
    let scenes = try #require(record.scenes)
    // Only of the samples it is known when a run is half done.
    #expect(scenes.map(\.timelines.count) == (workload == "photos" ? [2] : [2, 2]))
    #expect(scenes.allSatisfy { $0.timelines.map(\.engine) == ["operation", "gcd"] })
    #expect(scenes[0].timelines.allSatisfy { !$0.bars.isEmpty && $0.duration > 0 })
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/kept.json"))
    let json = try JSONSerialization.jsonObject(with: file) as? [String: Any]
    let results = (json?["measurement"] as? [String: Any])?["results"] as? [[String: Any]]
    let wall = results?.filter { $0["figure"] as? String == "wall" }
    #expect(wall?.compactMap { $0["engine"] as? String } == ["operation", "gcd"])
    #expect(wall?.compactMap { $0["verdict"] as? String } == ["unknown"], "too few runs")
    guard workload == "photos" else { return }
    let page = try String(contentsOfFile: folder.path + "/report.html", encoding: .utf8)
    #expect(page.contains("photos: operation against gcd"))
    #expect(page.contains("<title>download "), "the timelines name the jobs")
    #expect(page.contains("2 runs each: too few to say what differs"))
  }

  private func kept<Measurement: Decodable>(_: Measurement.Type) throws -> Record<Measurement> {
    let file = URL(fileURLWithPath: folder.path + "/kept.json")
    return try JSONDecoder().decode(Record<Measurement>.self, from: Data(contentsOf: file))
  }

  @Test("A report of scrolling shows when its queues were suspended")
  func scrollReport() async throws {
    try folder.write("scroll to 20 in 0.2\nrest 0.1\n", to: "short.txt")
    let result = try await Program.run(
      [
        "compare", "--workload", "scroll", "--engines", "gcd", "--runs", "1", "--report", "report.html", "--",
        "--script", "short.txt",
      ], in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    let page = try String(contentsOfFile: folder.path + "/report.html", encoding: .utf8)
    #expect(page.contains(", suspended"))
  }

  @Test("Jobs are timed, and drawn")
  func jobs() async throws {
    let result = try await Program.run(
      [
        "compare", "--workload", "jobs", "--engines", "loop", "--runs", "1", "--record", "kept.json",
        "--report", "report.html",
      ], in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    let record = try kept(JobComparison.self)
    #expect(record.measurement.runners == [.loop])
    #expect(record.measurement.cells.count > 10)
    #expect(record.measurement.cells.allSatisfy { $0.series["loop"]?.drain.count == 1 })
    let timelines = try #require(record.scenes).flatMap(\.timelines)
    #expect(timelines.map(\.engine) == ["loop", "loop"])
    #expect(timelines.map(\.rows) == [["thread 1"], ["thread 1"]])
    #expect(timelines.map(\.bars.count) == [40, 40])
    // The cost of the loop is no line of a chart.
    let page = try String(contentsOfFile: folder.path + "/report.html", encoding: .utf8)
    #expect(page.matches(of: /class="chart"/).count == 1)
  }

  @Test("A run that fails is named, with its cause, and nothing is recorded")
  func failure() async throws {
    let result = try await Program.run(
      ["compare", "--list", "nowhere.json", "--engines", "gcd", "--json"], in: folder.path)
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("the warm-up of gcd: it ended with status 66: "))
    #expect(result.error.contains("nowhere.json"))
  }

  @Test("The jobs of a run are recorded, and replayed by each that can run them")
  func replayedJobs() async throws {
    let server = try SampleServer.start()
    try folder.write("\(server.url)/monarchs/stephen.png\n", to: "list.txt")
    let run = try await Program.run(
      ["photos", "list.txt", "--out", "out", "--record-jobs", "jobs.jsonl"], in: folder.path)
    await server.stop()
    #expect(run.status == 0, "\(run.error)")
    let graph = try JobGraph(lines: Data(contentsOf: URL(fileURLWithPath: folder.path + "/jobs.jsonl")))
    let filter = try #require(graph.jobs.first { $0.name.hasPrefix("filter") })
    #expect(filter.after.map { graph.jobs[$0].name.hasPrefix("download") } == [true])
    let result = try await Program.run(
      ["compare", "--workload", "jobs.jsonl", "--runs", "1", "--report", "report.html"], in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.contains("gcd against operation against tasks against dispatch"))
    #expect(result.output.contains(" jobs, 1 dependency, on"))
    #expect(result.output.contains("1 run each: too few to say what differs; take --runs 6 or more."))
    #expect(!result.output.contains("×1"), "no ratio from a single run")
  }

  @Test("What changed since an earlier record is said; a file that is no such record is refused")
  func against() async throws {
    let graph = JobGraph(queues: [.init(name: "a", width: 1)], jobs: [.init(name: "one", wait: 0.01)])
    try graph.lines().write(to: URL(fileURLWithPath: folder.path + "/jobs.jsonl"))
    let compare = ["compare", "--workload", "jobs.jsonl", "--engines", "gcd", "--runs", "6"]
    let first = try await Program.run(compare + ["--json"], in: folder.path)
    #expect(first.status == 0, "\(first.error)")
    try folder.write(first.output, to: "before.json")
    let second = try await Program.run(compare + ["--against", "before.json"], in: folder.path)
    #expect(second.status == 0 && second.output.contains("Since 20"), "\(second.output)")
    let refused = try await Program.run(compare + ["--against", "jobs.jsonl"], in: folder.path)
    #expect(refused.status == 64)
    #expect(refused.error.contains("is not what “pipeline compare --json” or --record wrote"))
  }

  @Test(
    "Wrong usage is reported, and the status is 64",
    arguments: [
      ["--engines", "gcd,best"], ["--runs", "0"], ["--list", "-"], ["--list", "x", "--delay", "1"],
      ["--engines", "loop"], ["--workload", "jobs", "--engines", "serial"],
      ["--workload", "jobs", "--list", "x"],
      ["--full"],
    ])
  func usage(arguments: [String]) {
    #expect(refusal(of: ["compare"] + arguments).status == 64)
  }

  @Test(
    "What the comparison sets itself is refused after --, by its name and before anything runs",
    arguments: [
      ["--engine", "gcd"], ["-e", "gcd"], ["--out", "x"], ["-o", "x"], ["--out=x"], ["--json"],
      ["--events", "x"], ["--trace=x"], ["--verbose"], ["--delay", "1"], ["--seed", "2"],
      ["--downloads", "2", "--json"],
    ])
  func taken(rest: [String]) {
    let (status, words) = refusal(of: ["compare", "--list", "nowhere.json", "--"] + rest)
    let name = rest.count == 3 ? "--json" : String(rest[0].prefix { $0 != "=" })
    #expect(status == 64)
    #expect(words.contains("\(name) cannot stand after --: "), "\(words)")
  }

  @Test(
    "What no run would take is refused before anything runs, with its reason",
    arguments: [
      ("photos", ["--bogus"], "--bogus"), ("photos", ["--downloads", "0"], "--downloads must be at least 1"),
      ("scroll", ["--compression", "small"], "--compression"), ("poster", ["list.txt"], "list.txt"),
      ("thumbnails", ["--help"], "pipeline thumbnails --help"),
    ])
  func notTaken(workload: String, rest: [String], reason: String) {
    let (status, words) = refusal(
      of: ["compare", "--workload", workload, "--list", "nowhere.json", "--"] + rest)
    #expect(status == 64)
    #expect(words.contains(reason), "\(words)")
  }

  @Test("For a run that a signal ended, what it had written is shown")
  func crashed() {
    let words = FreshProcess.crash(signal: 6, words: "free(): invalid pointer\n")
    #expect(words == "it was ended by signal 6; it had written:\nfree(): invalid pointer")
    #expect(FreshProcess.crash(signal: 6, words: "") == "it was ended by signal 6")
  }

  @Test("The complaint of a run is the line of its error, not the hints below it")
  func complaint() {
    let usage = "pipeline: --x is wrong.\nUsage: pipeline\n  See 'pipeline --help' for more information.\n"
    #expect(FreshProcess.complaint(in: usage) == "--x is wrong.")
    #expect(FreshProcess.complaint(in: "a: saved\npipeline: no room\n") == "no room")
    #expect(FreshProcess.complaint(in: "killed by\nsomething\n") == "something")
    #expect(FreshProcess.complaint(in: "").isEmpty)
  }

  @Test("Ctrl-C ends the current run too, and the status is 130")
  func interrupted() async throws {
    let server = try SampleServer.start()
    // The first run asks for its list, and never gets it: it is running when the signal comes.
    let signal = Signals()
    server.handler = { request in
      signal.send(SIGINT)
      return .later { _ in }
    }
    let result = try await Program.run(
      ["compare", "--list", server.url + "/photos.json", "--engines", "gcd"], in: folder.path,
      started: signal.set)
    #expect(result.status == 130)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("pipeline: interrupted before "), "\(result.error)")
    // Had the run gone on, its connection would be open.
    await server.stop()
  }

  @Test("Ctrl-C gives the table of the blocks that are complete, and no record")
  func interruptedSignals() async throws {
    let server = try SampleServer.start()
    let (signal, lists) = (Signals(), Counter())
    let list = "\(server.url)/monarchs/stephen.png\n"
    // To warm up, in the first two blocks, and in the third, which never gets it.
    server.handler = { request in
      guard request.path.hasSuffix("/list.txt") else { return nil }
      guard lists.add() == 4 else { return .now(.text(list)) }
      signal.send(SIGINT)
      return .later { _ in }
    }
    let result = try await Program.run(
      [
        "compare", "--list", server.url + "/list.txt", "--engines", "gcd", "--runs", "3", "--record",
        "kept.json",
      ],
      in: folder.path, started: signal.set)
    await server.stop()
    #expect(result.status == 130)
    #expect(result.output.contains("photos: gcd, 2 runs each"))
    #expect(result.error.contains("interrupted after 2 of 3 runs of each engine: nothing was written"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/kept.json"))
  }
}
