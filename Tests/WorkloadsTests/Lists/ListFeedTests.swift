import Engine
import Engines
import Foundation
import PhotoLists
import TestSupport
import Testing
import Transport

@testable import Workloads

@Suite("A list read ahead")
struct ListFeedTests {
  /// A feed for a list with a given number of photos, with the entries it has handed out.
  private final class Feed: @unchecked Sendable {
    // Sendable: mutable state is accessed only on the reporting queue.
    let engine: JobEngine
    let feed: ListFeed
    private let run: Run
    private let folder: TemporaryFolder
    private var given: [PhotoEntry] = []
    private(set) var pages: [Int] = []
    private(set) var error: (problem: any Error, after: Int)?
    /// Whether entries settle as soon as they are handed out.
    var settlesAtOnce = false
    private var settled = 0
    private var isTaking = false
    private(set) var nested = 0

    init(
      _ name: EngineName, entries: Int, urlLength: Int = 0, end: String = "]",
      readAhead: (entries: Int, bytes: Int) = ListFeed.mostReadAhead
    ) throws {
      engine = name.makeEngine(reporting: .serial("reports"))
      folder = try TemporaryFolder()
      let path = folder.output.file("list.json")
      let long = String(repeating: "a", count: urlLength)
      let photos = (0..<entries).map { #"{"name": "\#($0)", "url": "http://a.example/\#(long)\#($0).png"}"# }
      try Data("[\(photos.joined(separator: ","))\(end)".utf8).write(to: URL(fileURLWithPath: path))
      run = Run(engine: engine)
      feed = ListFeed(run, list: .file(path), transport: Transport(.patient), ahead: 64, readAhead: readAhead)
    }

    /// Reads until the feed stops reading and handing out entries of its own accord.
    func rest() async {
      await withCheckedContinuation { go in
        engine.reportQueue.async { [self] in
          var isOver = false
          feed.inProgress = { [weak self] in
            self.map { $0.settlesAtOnce ? 0 : $0.given.count - $0.settled } ?? 0
          }
          feed.onEntries = { [weak self] entries in self?.take(entries) }
          feed.onTurn = { [weak self] problem in
            guard let self, !isOver else { return }
            if let problem { error = (problem, after: given.count) }
            guard !feed.isReading, feed.unread.isEmpty || !settlesAtOnce else { return }
            isOver = true
            go.resume()
          }
          feed.readOn()
        }
      }
    }

    private func take(_ entries: [PhotoEntry]) {
      if isTaking { nested += 1 }
      isTaking = true
      given += entries
      pages.append(entries.count)
      if settlesAtOnce { feed.readOn() }
      isTaking = false
    }

    /// Settles a number of entries, and returns how many are handed out in their place.
    func settle(_ count: Int) async -> Int {
      await withCheckedContinuation { go in
        engine.reportQueue.async { [self] in
          settled += count
          let before = given.count
          feed.readOn()
          go.resume(returning: given.count - before)
        }
      }
    }

    /// The positions of the entries handed out, taken from their names.
    var positions: [Int] { given.compactMap { Int($0.name) } }
  }

  @Test(
    "A list's length is known while its first photos are in flight; they are replaced once there is room for several",
    arguments: EngineName.allCases)
  func total(name: EngineName) async throws {
    let feed = try Feed(name, entries: 1000)
    await feed.rest()
    #expect(feed.feed.total == 1000)
    #expect(feed.positions == Array(0..<64))
    #expect(!feed.feed.isDone)
    #expect(await feed.settle(7) == 0)
    #expect(await feed.settle(1) == 8)
    #expect(await feed.settle(64) == 64)
  }

  @Test(
    "Only so many entries of a long list are read ahead, and fewer where URLs are very long",
    arguments: EngineName.allCases, [false, true])
  func bounded(name: EngineName, hasLongURLs: Bool) async throws {
    let feed =
      hasLongURLs
      ? try Feed(
        name, entries: 1000, urlLength: 1000, readAhead: (ListFeed.mostReadAhead.entries, bytes: 100_000))
      : try Feed(name, entries: 2000, readAhead: (1000, ListFeed.mostReadAhead.bytes))
    await feed.rest()
    #expect(feed.feed.total == nil)
    #expect(feed.positions == Array(0..<64))
    #expect((hasLongURLs ? 1...500 : 500...1000).contains(feed.feed.unread.count))
  }

  @Test("Photos that settle at once are handed out in order, a few in a turn", arguments: EngineName.allCases)
  func settledAtOnce(name: EngineName) async throws {
    let feed = try Feed(name, entries: 1_000)
    feed.settlesAtOnce = true
    await feed.rest()
    #expect(feed.feed.isDone)
    #expect(feed.positions == Array(0..<1_000))
    #expect(feed.pages.max() == 64)
    #expect(feed.nested == 0)
  }

  @Test("An error in a list is reported once, after all entries before it", arguments: [true, false])
  func broken(settlesAtOnce: Bool) async throws {
    let feed = try Feed(.gcd, entries: 1000, end: "")
    feed.settlesAtOnce = settlesAtOnce
    await feed.rest()
    #expect(feed.feed.total == nil)
    #expect(feed.error?.problem is ListError? && feed.error?.after == (settlesAtOnce ? 1000 : nil))
  }
}
