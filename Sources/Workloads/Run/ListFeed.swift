import Base
import Engine
import PhotoLists
import Transport

/// How far ahead of the entries handed out a list is read.
struct ReadAhead {
  var entries = 10_000
  /// No more are read once their names and URLs have this many bytes: a URL may have any length.
  var bytes = 8 << 20
}

/// Reads a list by jobs, a page each, and hands out its entries as there is room for them. It reads some thousand entries
/// ahead, so that the length of all but very long lists is known early. A long list costs no memory, and a slow one holds no
/// thread.
///
/// All members are called on the engine's reporting queue, unless they say otherwise.
final class ListFeed: @unchecked Sendable {
  // Safe: mutable state is accessed only on the reporting queue.

  private let queue: JobQueue
  private(set) var isReading = false
  /// The number of entries; nil until the list was read to its end.
  private(set) var total: Int?
  /// Whether the list was read to its end, and its last entries were handed out.
  var isDone: Bool { total != nil && unread.isEmpty && !isGiving }

  /// The number of entries handed out that are in progress.
  var inProgress: () -> Int = { 0 }
  var onEntries: ([PhotoEntry]) -> Void = { _ in }
  /// A page was read, or entries were handed out and there is room for more. Once with an error, after the last entry before
  /// it: why the list cannot be read on.
  var onTurn: ((any Error)?) -> Void = { _ in }

  /// Entries a job: few, so that the first photo starts soon.
  private static let page = 256

  private let life: RunLife
  private let list: PhotoListReader
  private let ahead: Int
  private let readAhead: ReadAhead
  private let stopped = Locked(false)
  private var hasBeenRead = false
  private var isFirst = true
  private var problem: (any Error)?
  private var read = 0
  /// Entries that were read and not handed out yet.
  private(set) var unread: ArraySlice<PhotoEntry> = []
  private var unreadBytes = 0
  private var isGiving = false

  /// Called from any thread.
  /// - Parameter ahead: how many entries may be in progress.
  init(
    _ life: RunLife, list: ListSource, transport: Transport, ahead: Int, readAhead: ReadAhead = ReadAhead()
  ) {
    self.life = life
    self.list = PhotoListReader(list, transport: transport)
    self.ahead = ahead
    self.readAhead = readAhead
    queue = life.makeQueue("list", width: 1)
  }

  /// Hands out entries if there is room, and reads on if nothing is being read.
  func readOn() {
    // An entry that settles at once asks for the next while it is still being taken.
    guard !isGiving, !stopped.isSet else { return }
    give()
    readPage()
    if unread.isEmpty, let problem {
      self.problem = nil
      onTurn(problem)
    }
  }

  /// Hands out no more, and stops a job that waits for the list to arrive. Called from any thread.
  func stop() {
    stopped.set()
    list.cancel()
  }

  private func give() {
    // Several at a time, as each time may wake a thread.
    let room = ahead - inProgress()
    guard room >= max(1, ahead / 8), !unread.isEmpty else { return }
    let entries = Array(unread.prefix(room))
    unread.removeFirst(entries.count)
    unreadBytes -= Self.bytes(entries)
    isGiving = true
    onEntries(entries)
    isGiving = false
    // Later, so that thousands of photos that are there already do not hold up the reporting queue.
    guard !unread.isEmpty, inProgress() < ahead else { return }
    life.begin()
    life.engine.reportQueue.async { [self] in
      turn()
      life.end()
    }
  }

  private func turn() {
    readOn()
    onTurn(nil)
  }

  private func readPage() {
    guard !isReading, !hasBeenRead, unread.count + Self.page <= readAhead.entries,
      unreadBytes < readAhead.bytes
    else { return }
    isReading = true
    let arrival = isFirst && list.comesFromServer ? makeArrival() : nil
    isFirst = false
    let job = life.engine.makeJob("list") { [list] _ in try list.next(atMost: Self.page) }
    job.whenEnded { [self] end in
      isReading = false
      if case .failed(let error) = end, !stopped.isSet { problem = error }
      let page = (try? job.result?.get()) ?? []
      hasBeenRead = page.isEmpty
      read += page.count
      unread += page
      unreadBytes += Self.bytes(page)
      if end.isFinished, hasBeenRead { total = read }
      turn()
    }
    if let arrival {
      life.depend(job, on: arrival)
      life.add(arrival, to: queue)
    }
    life.add(job, to: queue)
  }

  /// A job that holds no thread while a server takes its time to answer.
  private func makeArrival() -> AnyJob {
    life.engine.makeAsynchronousJob("fetch list") { [list] _, completion in
      list.whenReady { completion.finish() }
    }
  }

  private static func bytes(_ entries: [PhotoEntry]) -> Int {
    entries.reduce(0) { sum, entry in sum + entry.name.utf8.count + entry.url.utf8.count }
  }
}
