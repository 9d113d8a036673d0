import Engines
import Foundation
import TestSupport
import Testing
import WebServer

@testable import Workloads

@Suite("Files of an earlier run", .serialized)
final class PhotoJournalTests: PhotoBenchTests {
  /// Runs a list of sample photos with these names.
  private func run(
    _ workload: FaultedWorkload, _ names: [String], _ change: (inout RunPlan) -> Void
  ) async throws -> Run {
    let list = try bench.place.list(Array(zip(names, bench.photos(names.count))))
    return try await FaultBench().make(workload, .gcd, list, into: out, change: change).finished()
  }

  @Test(
    "Photos that are there are not asked for, but made again with other settings or from another URL",
    arguments: EngineName.allCases)
  func otherwise(name: EngineName) async throws {
    let urls = bench.photos(3)
    let list: KeyValuePairs = ["a": urls[0], "b": urls[1]]
    _ = try await bench.run(name, list)
    let first = try bench.files("out")
    let before = bench.server.counters.requests
    #expect(try await bench.run(name, list).tally.skipped == 2)
    #expect(bench.server.counters.requests == before)

    let settings = RunPlan.photos { $0.recipe.filter = .sepia(amount: 0.2) }
    let paler = try await bench.run(name, list, settings: settings)
    #expect(paler.replaced == [.otherSettings: 2])
    #expect(try bench.files("out")["a.png"] != first["a.png"])
    #expect(try await bench.run(name, list, settings: settings).tally.skipped == 2)

    let other = try await bench.run(name, ["a": urls[2], "b": urls[1]], settings: settings)
    #expect(other.tally.skipped == 1)
    #expect(other.replaced == [.otherURL: 1])
  }

  @Test("Photos that are numbered by the list are refused if they came from another URL, unless forced")
  func numbered() async throws {
    let urls = bench.photos(2)
    func run(_ url: String, force: Bool = false) async throws -> PhotoRun {
      try await bench.run(
        .gcd, ["a": urls[0], "b": url],
        settings: .photos {
          $0.force = force
          $0.part = ListPart(name: try? NameTemplate("photo {number}"))
        })
    }
    #expect(try await run(urls[1]).tally.done == 2)
    #expect(try await run(urls[1]).tally.skipped == 2)
    let other = try await run(urls[0])
    #expect(
      "\(other.error as Any)".contains("out” has the images of another list: number 2 came from another URL"))
    #expect(other.tally.skipped == 1 && other.tally.cancelled == 1)
    #expect(try await run(urls[0], force: true).tally.done == 2)
  }

  @Test(
    "A local photo is made again when its size or modification time has changed, also when refreshed",
    arguments: [EngineName.gcd, .operation], [false, true])
  func local(name: EngineName, refresh: Bool) async throws {
    let urls = bench.photos(2)
    let path = bench.folder + "/photo"
    try bench.place.write(try await bench.served(urls[0]), to: "photo")
    let settings = RunPlan.photos { $0.refresh = refresh }
    let list: KeyValuePairs = ["a": URL(fileURLWithPath: path).absoluteString]
    #expect(try await bench.run(name, list, settings: settings).tally.done == 1)
    #expect(try await bench.run(name, list, settings: settings).tally.skipped == 1)

    var times = [timespec](repeating: timespec(tv_sec: 1_000_000_000, tv_nsec: 1), count: 2)
    for nanoseconds in [1, 2] {
      times[1].tv_nsec = nanoseconds
      #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
      #expect(try await bench.run(name, list, settings: settings).replaced == [.olderOriginal: 1])
    }
    #expect(try await bench.run(name, list, settings: settings).tally.skipped == 1)

    try bench.place.write(try await bench.served(urls[1]), to: "photo")
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    #expect(try await bench.run(name, list, settings: settings).replaced == [.olderOriginal: 1])
  }

  @Test("A list that is none leaves no folder behind, and one that was there before stays")
  func noFolder() async throws {
    for _ in 0..<2 {
      let run = try await bench.run(.gcd, .url(bench.server.url + "/nothing"), settings: RunPlan())
      #expect(run.error != nil)
      #expect(access(out, F_OK) != 0)
    }
    _ = try OutputFolder(out)
    _ = try await bench.run(.gcd, .url(bench.server.url + "/nothing"), settings: RunPlan())
    #expect(access(out, F_OK) == 0)
  }

  @Test("A file that no run wrote, or changed since, is left alone and reported; an empty one is replaced")
  func foreign() async throws {
    let urls = bench.photos(3)
    let list: KeyValuePairs = ["a": urls[0], "b": urls[1], "c": urls[2]]
    try bench.place.write("mine", to: "out/a.png")
    try bench.place.write("", to: "out/b.png")
    let run = try await bench.run(.gcd, list)
    #expect(run.tally.done == 2)
    #expect(run.replaced == [.empty: 1])
    #expect(run.failures.map(\.name) == ["a"])
    #expect(run.failures.first?.reason.contains("“a.png” exists, but no run has written it") == true)
    #expect(try bench.files("out")["a.png"] == Data("mine".utf8))

    try bench.place.write("retouched", to: "out/c.png")
    #expect(try await bench.run(.gcd, list).failures.map(\.name) == ["a", "c"])
    #expect(try await bench.run(.gcd, list, settings: .photos { $0.force = true }).tally.done == 3)
    #expect(try await bench.run(.gcd, list).tally.skipped == 3)
  }

  @Test(
    "A file that was overwritten with others of its size is found by its checksum if that is asked for, or the record is damaged",
    arguments: [FaultedWorkload.photos, .download])
  func overwritten(workload: FaultedWorkload) async throws {
    func run(verifies: Bool = false) async throws -> Run {
      try await self.run(workload, ["a", "b"]) { $0.verifies = verifies }
    }
    _ = try await run()
    let files = try bench.tree("out")
    let name = try #require(files.keys.sorted().first)
    func damage() throws {
      try Data(count: files[name]?.count ?? 0).write(to: URL(fileURLWithPath: "\(bench.folder)/out/\(name)"))
    }
    #expect(try await run(verifies: true).tally.skipped == 2)
    try damage()
    #expect(try await run().tally.skipped == 2)
    for isDamaged in [false, true] {
      if isDamaged {
        let journal = "out/\(Journal.name)"
        try bench.place.write("no record\n" + bench.place.text(journal), to: journal)
      }
      let found = try await run(verifies: !isDamaged)
      #expect(found.tally.skipped == 1)
      // An original is fetched again. A photo may have been retouched, so it is only reported.
      #expect(workload == .photos ? found.tally.failed == 1 : found.tally.done == 1)
      if workload == .download { #expect(try bench.tree("out") == files) }
      try damage()
    }
  }

  @Test(
    "The record of a folder is read as far as it isn't damaged, and its first bad line is named",
    arguments: [FaultedWorkload.photos, .download],
    ["", "}", "\u{0}\u{0}", "not a record", "{\"file\":", "cut\nin two"])
  func damaged(workload: FaultedWorkload, bad: String) async throws {
    func run(force: Bool = false) async throws -> Run {
      try await self.run(workload, ["a", "b", "c"]) { $0.force = force }
    }
    _ = try await run()
    let (name, key) = (Journal.name, workload == .photos ? "\"b.png\"" : "\"position\":2")
    let lines = try bench.place.text("out/" + name).split(separator: "\n")
    let first = try #require(lines.firstIndex { $0.contains(key) })
    try bench.place.write(lines.map { ($0.contains(key) ? bad[...] : $0) + "\n" }.joined(), to: "out/" + name)
    for _ in 0..<2 {
      let again = try await run()
      #expect(again.tally.skipped == 2)
      let reason = again.failures.first?.reason ?? ""
      #expect(reason.contains("“\(name)” is damaged from line \(first + 1)") == !bad.isEmpty, "\(reason)")
    }
    #expect(try await run(force: true).tally.done == 3)
    #expect(try await run().tally.skipped == 3)
  }

  @Test("A photo that was recorded and did not get its name, as its run was killed, is made again")
  func killed() async throws {
    let urls = bench.photos(1)
    _ = try await bench.run(.gcd, ["a": urls[0]])
    let output = try OutputFolder(out)
    let journal = try Journal(output, FolderLock(output))
    try journal.add(FileRecord(file: "a.png", address: 1, source: 1, bytes: 1), isKept: false)
    unlink(output.file("a.png"))
    journal.close()
    #expect(try await bench.run(.gcd, ["a": urls[0]]).tally.done == 1)
    #expect(try await bench.run(.gcd, ["a": urls[0]]).tally.skipped == 1)
  }

  @Test(
    "Refreshed, a photo or file is asked for by what is known of its state, and made again only if it has changed",
    arguments: [FaultedWorkload.photos, .download], EngineName.allCases)
  func refresh(workload: FaultedWorkload, name: EngineName) async throws {
    let runs = try FaultBench()
    let urls = bench.photos(2)
    let (one, two) = (try await bench.served(urls[0]), try await bench.served(urls[1]))
    // A weak tag is enough for a photo, because a photo is never requested in parts.
    let tag = workload == .photos ? #"W/"1""# : #""1""#
    let script = ScriptedFile(on: bench.server) { _, number in
      number == 2 ? Response(.notModified) : number == 1 ? file(one, etag: tag) : file(two, etag: #""2""#)
    }
    let list = try runs.list(workload, [("a", script.url)])
    func run(refresh: Bool = true) async throws -> Run {
      try await runs.make(workload, name, list, into: out) { $0.refresh = refresh }.finished()
    }
    #expect(try await run().tally.done == 1)
    let first = try bench.tree("out")

    let second = try await run()
    #expect(second.tally.skipped == 1 && second.tally.settled == 1)
    #expect(script.header("If-None-Match", 2) == tag)
    #expect(try bench.tree("out") == first)

    let third = try await run()
    #expect(third.tally.done == 1)
    #expect(third.replaced == [.olderOriginal: 1])
    #expect(try bench.tree("out") != first)
    if workload == .download { #expect(try bench.tree("out").values.map(Array.init) == [two]) }

    #expect(try await run(refresh: false).tally.skipped == 1)
    #expect(script.requests.count == 3)
  }
}
