import Base
import Engine
import PhotoLists
import Transport

/// Reads a list with one job per page, and hands out entries when there is room for them. It reads a few
/// thousand entries ahead, so that the length of all but very long lists is known early. A long list doesn't
/// use more memory, and a slow server doesn't block a thread.
final class ListFeed: @unchecked Sendable {
  // Sendable: confined to the reporting queue.

  private let queue: JobQueue
  private(set) var isReading = false
  /// The number of entries, or nil until the list has been read to its end.
  private(set) var total: Int?
  /// Whether the list has been read to its end and all its entries have been handed out.
  var isDone: Bool { total != nil && unread.isEmpty && !isGiving }

  /// Returns the number of entries that have been handed out and are still in progress.
  var inProgress: () -> Int = { 0 }
  var onEntries: ([PhotoEntry]) -> Void = { _ in }
  /// Called when a page has been read, or when entries have been handed out and there is room for more. If
  /// the rest of the list can't be read, it is called once with the error, after the entries before the error
  /// have been handed out.
  var onTurn: ((any Error)?) -> Void = { _ in }

  /// The number of entries per job. It is small so that the first photo starts soon.
  private static let page = 256

  /// The number of entries, and of bytes in their names and URLs, that may be read ahead of those that have been handed
  /// out. The second limit is needed because a URL may have any length.
  static let mostReadAhead = (entries: 10_000, bytes: 8 << 20)

  private unowned let run: Run
  private let list: PhotoListReader
  private let ahead: Int
  private let readAhead: (entries: Int, bytes: Int)
  private let stopped = Locked(false)
  private var hasBeenRead = false
  private var problem: (any Error)?
  private var read = 0
  /// The entries that have been read but not handed out yet.
  private(set) var unread: ArraySlice<PhotoEntry> = []
  private var unreadBytes = 0
  private var isGiving = false

  /// Creates a feed. This can be called from any thread.
  ///
  /// - Parameters:
  ///   - ahead: The maximum number of entries in progress.
  ///   - readAhead: The limits of `mostReadAhead`. Tests use smaller ones.
  init(
    _ run: Run, list: ListSource, transport: Transport, ahead: Int,
    readAhead: (entries: Int, bytes: Int) = ListFeed.mostReadAhead
  ) {
    self.run = run
    self.list = PhotoListReader(list, transport: transport) { [weak run] wait in run?.noteList(wait) }
    self.ahead = ahead
    self.readAhead = readAhead
    queue = run.makeQueue(.list, width: 1)
  }

  /// Hands out entries if there is room, and reads the next page unless one is being read.
  func readOn() {
    run.assertOnReportingQueue()
    // An entry that settles immediately requests the next one while it is still being handed out.
    guard !isGiving, !stopped.isSet else { return }
    give()
    readPage()
    if unread.isEmpty, let problem {
      self.problem = nil
      onTurn(problem)
    }
  }

  /// Stops handing out entries, and stops a job that is waiting for the list to arrive. It can be called from
  /// any thread.
  func stop() {
    stopped.set()
    list.cancel()
  }

  private func give() {
    // Entries are handed out several at a time, because every call may wake a thread.
    let room = ahead - inProgress()
    guard room >= max(1, ahead / 8), !unread.isEmpty else { return }
    let entries = Array(unread.prefix(room))
    unread.removeFirst(entries.count)
    unreadBytes -= Self.bytes(entries)
    isGiving = true
    onEntries(entries)
    isGiving = false
    // Continue in another turn, so that thousands of photos that already exist don't block the reporting queue.
    guard !unread.isEmpty, inProgress() < ahead else { return }
    run.report { [self] in turn() }
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
    let arrival = read == 0 && list.comesFromServer ? makeArrival() : nil
    let job = run.engine.makeJob("list") { [list] _ in try list.next(atMost: Self.page) }
    job.whenEnded { [self] end in
      isReading = false
      run.passedOver = list.passedOver
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
      run.depend(job, on: arrival)
      run.add(arrival, to: queue)
    }
    run.add(job, to: queue)
  }

  /// Makes a job that waits for a server's response without blocking a thread.
  private func makeArrival() -> AnyJob {
    run.engine.makeAsynchronousJob("fetch list") { [list] _, completion in
      list.whenReady { completion.finish() }
    }
  }

  private static func bytes(_ entries: [PhotoEntry]) -> Int {
    entries.reduce(0) { sum, entry in sum + entry.name.utf8.count + entry.url.utf8.count }
  }
}
