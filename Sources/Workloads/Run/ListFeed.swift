import Base
import Engine
import PhotoLists
import Transport

/// Reads a list by jobs, a page each, and gives its entries as there is room for them. It reads thousands of entries
/// ahead, so that the length of any but a very long list is known early, and no further, so that neither a long list
/// nor a slow one holds a thread or memory.
///
/// All members are called on the engine's reporting queue, unless they say otherwise.
final class ListFeed: @unchecked Sendable {
  // Safe: what can change is touched on the reporting queue only.

  private let queue: JobQueue
  private(set) var isReading = false
  /// How many entries the list has; nil until it was read to its end.
  private(set) var total: Int?
  /// Whether the list was read to its end, and the last of its entries were handled.
  var isDone: Bool { total != nil && unread.isEmpty && !isGiving }

  /// How many of the entries given are in progress.
  var inProgress: () -> Int = { 0 }
  var onEntries: ([PhotoEntry]) -> Void = { _ in }
  /// A page was read, or entries were given that left room for more; once with an error, when all that could be read was
  /// given: why the list cannot be read on.
  var onTurn: ((any Error)?) -> Void = { _ in }

  /// Entries that are read and not given yet, at most.
  static let readAhead = 10_000
  /// Bytes of their names and URLs from which on no more are read: a list may have URLs of any length.
  static let readAheadBytes = 8 << 20
  /// Entries a job; few, so that the first photo starts soon.
  private static let page = 256

  private let life: RunLife
  private let list: PhotoListReader
  private let ahead: Int
  private let stopped = Locked(false)
  private var hasBeenRead = false
  private var isFirst = true
  private var problem: (any Error)?
  private var read = 0
  /// What was read and not given.
  private(set) var unread: ArraySlice<PhotoEntry> = []
  private var unreadBytes = 0
  private var isGiving = false

  /// Called from any thread.
  /// - Parameter ahead: how many entries may be in progress.
  init(_ life: RunLife, list: ListSource, transport: Transport, ahead: Int) {
    self.life = life
    self.list = PhotoListReader(list, transport: transport)
    self.ahead = ahead
    queue = life.makeQueue("list", width: 1)
  }

  /// Gives what there is room for, and reads on if nothing is being read.
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

  /// Gives no more, and stops a job that waits for the list to arrive. Called from any thread.
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
    // Later, so that thousands that settle at once, as they are there already, do not hold up the reporting queue.
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
    guard !isReading, !hasBeenRead, unread.count + Self.page <= Self.readAhead,
      unreadBytes < Self.readAheadBytes
    else { return }
    isReading = true
    let page = Page()
    let arrival = isFirst && list.comesFromServer ? makeArrival() : nil
    isFirst = false
    let job = life.engine.makeJob("list") { [list] _ in page.entries = try list.next(atMost: Self.page) }
    job.whenEnded { [self] end in
      isReading = false
      if case .failed(let error) = end, !stopped.isSet { problem = error }
      hasBeenRead = !end.isFinished || page.entries.isEmpty
      read += page.entries.count
      unread += page.entries
      unreadBytes += Self.bytes(page.entries)
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
      list.whenReady { completion.end(.finished) }
    }
  }

  private static func bytes(_ entries: [PhotoEntry]) -> Int {
    entries.reduce(0) { sum, entry in
      switch entry.link {
      case .url(let text), .bad(let text): sum + entry.name.utf8.count + text.utf8.count
      }
    }
  }
}

/// What a list job read.
private final class Page: @unchecked Sendable {
  // Safe: written by the job's body, read after its end was reported.
  var entries: [PhotoEntry] = []
}
