import Foundation
import LessonKit
import Lessons
import Testing

extension LessonRuns {
  /// Tests of lesson 28 in a reader's project. Each compiles the part that readers see, with a user who scrolls otherwise
  /// than in the lesson.
  @Suite struct PhotoListLessons {
    @Test(
      "28. In every project, suspended during a filter the list starts nothing, and in the end whatever is missing; released, it frees all",
      arguments: Project.allCases, Lesson.Version.apis)
    func photoList(project: Project, version: Lesson.Version) async throws {
      // A list that computes on the main actor never comes to its end.
      let shown = try await project.compiling(scrolled(version)) { program in
        output(["perl", "-e", "alarm 60; exec @ARGV", program])
      }
      let all = shown.split(separator: "\n").map(String.init)
      let end = try #require(all.firstIndex(of: "Oops! failed: notFound"), "\(all)")
      let lines = all[..<end]
      let drag = try #require(lines.firstIndex(of: "drag"), "\(lines)")
      let rest = try #require(lines.firstIndex(of: "rest"), "\(lines)")
      let isJob = { (line: String) in line.hasPrefix("download ") || line.hasPrefix("filter ") }
      // The queues are suspended while filter 0 computes. It ends, and nothing starts before the list comes to rest.
      #expect(lines[drag...rest].contains("photo 0 is shown filtered"))
      #expect(!lines[drag...rest].contains(where: isJob))
      #expect(lines[drag...rest].contains("in progress: [1, 2]"))
      // Download 2 is still waiting for its reply, and doesn't keep its slot.
      #expect(lines[rest...].contains("photo 3 is shown filtered"))
      // Photo 1 only needs its filter. Downloads 2 and 5 were cancelled, the latter after its end.
      let jobs = Dictionary(grouping: lines.filter(isJob), by: \.self).mapValues(\.count)
      #expect(
        jobs == [
          "download 0": 1, "download 1": 1, "download 2": 2, "download 3": 1, "download 4": 1,
          "download 5": 2, "filter 0": 1, "filter 1": 1, "filter 2": 1, "filter 3": 1, "filter 5": 1,
        ])
      for photo in [0, 1, 2, 3, 5] {
        let first = try #require(lines.firstIndex(of: "photo \(photo) is shown"))
        #expect(lines[first...].contains("photo \(photo) is shown filtered"))
      }
      #expect(lines.contains("photo 4 has failed"))
      #expect(all.last == "freed: true, with its queue: true")
    }

    @Test(
      "28. By Xcode 26's defaults, an operation's `main` must be nonisolated, and then it can't change a record of the main actor",
      arguments: [Project.xcode5, .xcode6])
    func literalPort(project: Project) async throws {
      func messages(_ source: String) async throws -> [Substring] {
        try await project.compile(source).said
          .matches(of: /:\d+:\d+: (.*: main actor-isolated .*)/).map(\.output.1)
      }
      #expect(
        try await messages(literal).contains(
          "error: main actor-isolated instance method 'main()' has different actor isolation from nonisolated overridden declaration"
        ))
      let marked = literal.replacing("class ImageDownloader", with: "nonisolated class ImageDownloader")
      let kind = project == .xcode6 ? "error" : "warning"
      #expect(
        try await messages(marked)
          == ["image", "state"].map {
            "\(kind): main actor-isolated property '\($0)' can not be mutated from a nonisolated context"
          })
      // Nothing stops the data race if the record is nonisolated, too.
      let unchecked = marked.replacing("class PhotoRecord", with: "nonisolated class PhotoRecord")
      #expect(try await messages(unchecked) == [])
    }

    @Test("28. Completion blocks of cancelled operations run, of one that was running and one that waited")
    func completionOfCancelled() async {
      let (queue, held) = (OperationQueue(), HeldBody())
      queue.maxConcurrentOperationCount = 1
      let downloads = [BlockOperation(block: held.run), BlockOperation()]
      await withTaskGroup { group in
        for download in downloads {
          let ended = Gate()
          download.completionBlock = { ended.open() }
          group.addTask { await ended.opened() }
        }
        for download in downloads { queue.addOperation(download) }
        await held.begun.opened()
        for download in downloads { download.cancel() }
        held.end.open()
      }
      #expect(downloads.allSatisfy { $0.isCancelled && $0.isFinished })
    }
  }
}

/// The record and the operation of the tutorial.
private let literal = """
  import Foundation

  class PhotoRecord {
    var image: Data?
    var state = 0
  }

  class ImageDownloader: Operation, @unchecked Sendable {
    let photoRecord: PhotoRecord
    init(_ photoRecord: PhotoRecord) { self.photoRecord = photoRecord }
    override func main() {
      photoRecord.image = Data()
      photoRecord.state = 1
    }
  }

  @main struct Program { static func main() {} }
  """

/// Returns a version with a user who scrolls to and fro, and leaves during a drag.
private func scrolled(_ version: Lesson.Version) throws -> String {
  let lesson = try #require(lessons.first { $0.number == 28 })
  let program = lesson.program(version)
  let line = try #require(program.firstRange(of: Lesson.divider))
  let helpers = try #require(program.firstRange(of: "// The helpers of this lesson."))
  let start = try #require(program.ranges(of: /\nawait (?:gcd|operation|tasks)\(\)/).last)
  let (inProgress, queue) =
    version == .operation ? ("pending.inProgress", "pending.filtrationQueue") : ("inProgress", "filters")
  return program[..<line.lowerBound]
    + user.replacing("inProgress", with: inProgress)
    .replacing("list?.queue", with: "list?.\(queue)") + program[helpers.lowerBound..<start.lowerBound]
}

private let user = """

  @main struct Program {
    @MainActor static func main() async {
      await scrolls()
      await seesTheError()
      await leaves()
    }

    /// Shows photos 0 to 2. Filter 0 is running, filter 1 is waiting, and download 2 is running.
    @MainActor private static func begins(_ server: PhotoServer, _ table: Table) async -> PhotoList {
      let list = PhotoList(table, server)
      list.viewDidLoad()
      await server.begun["filter 0"].opened()
      await table.shown["photo 1 is shown"].opened()
      await server.begun["download 2"].opened()
      return list
    }

    @MainActor static func scrolls() async {
      let held: Set = ["filter 0", "download 2", "download 5"]
      let (server, table) = (PhotoServer(photos: 6, missing: [4], holding: held), Table(rows: 0..<3))
      let list = await begins(server, table)
      print("drag")
      table.beginDragging()
      server.mayEnd["filter 0"].open()
      await table.shown["photo 0 is shown filtered"].opened()
      table.scroll(to: 2..<4)
      table.endDragging(willDecelerate: true)
      table.scroll(to: 3..<5)
      // Whatever isn't suspended would start now.
      await transfer(milliseconds: 50)
      print("in progress: \\(list.inProgress.keys.sorted())")
      print("rest")
      table.endDecelerating()
      await table.shown["photo 3 is shown filtered"].opened()
      await table.shown["photo 4 has failed"].opened()

      scroll(table, to: 5..<6)
      await server.begun["download 5"].opened()
      // It ends, and leaves the screen before the main queue hears of its end.
      server.mayEnd["download 5"].open()
      server.mayEnd["download 2"].open()
      scroll(table, to: 0..<5)
      await table.shown["photo 1 is shown filtered"].opened()
      await table.shown["photo 2 is shown filtered"].opened()
      scroll(table, to: 5..<6)
      await table.shown["photo 5 is shown filtered"].opened()
      withExtendedLifetime(list) {}
    }

    @MainActor static func scroll(_ table: Table, to rows: Range<Int>) {
      table.beginDragging()
      table.beginDragging()
      table.scroll(to: rows)
      table.endDragging(willDecelerate: false)
    }

    @MainActor static func seesTheError() async {
      let table = Table(rows: 0..<3)
      let list = PhotoList(table, PhotoServer(photos: 0))
      list.viewDidLoad()
      await table.shown["Oops! failed: notFound"].opened()
      withExtendedLifetime(list) {}
    }

    @MainActor static func leaves() async {
      let server = PhotoServer(photos: 3, holding: ["filter 0", "download 2"])
      let table = Table(rows: 0..<3)
      var list: PhotoList? = await begins(server, table)
      weak let freed = list
      weak let queue = list?.queue
      table.beginDragging()
      list = nil
      // A thread may still hold it for a moment.
      for _ in 1...1_000 where freed != nil { await transfer(milliseconds: 1) }
      let isFreed = freed == nil
      server.mayEnd["filter 0"].open()
      server.mayEnd["download 2"].open()
      for _ in 1...1_000 where queue != nil { await transfer(milliseconds: 1) }
      let isQueueFreed = queue == nil
      print("freed: \\(isFreed), with its queue: \\(isQueueFreed)")
    }
  }

  """
