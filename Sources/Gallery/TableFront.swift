import Base
import DequeModule
import Engine
import Engines
import Foundation
import Imaging
import Workloads

/// One engine's table, as seen by a page.
///
/// The table is used only on its engine's reporting queue, which plays the role of an app's main queue. All requests
/// from the page go through that queue, so they have to wait while it is stalled. All members may be called from any
/// thread.
final class TableFront: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`, and the table only on its engine's reporting queue.
  let name: String
  let table: PhotoTable
  private let lanes: Lanes
  private let lock = Lock()
  private var changed: [Int: RowMessage] = [:]
  /// The messages about originals that the sepia photo has replaced since the last update. They are sent as well,
  /// because the page shows both.
  private var passed: [Int: RowMessage] = [:]
  private var originals = RecentOriginals()
  /// The moments since the last update. A hidden page doesn't receive any, so only the latest are kept.
  private var moments: [MomentMessage] = []
  private var current: State
  /// The state that the page has already received, or nil if it has lost its state.
  private var sent: State?
  /// The time when the table was asked for new figures, or nil once it has answered.
  private var askedAt: UInt64?
  private var longestStall = 0.0

  /// The queue for reading files. Its quality of service has its own threads, because job bodies may occupy all
  /// others.
  private static let files = DispatchQueue(
    label: "gallery files", qos: .userInteractive, attributes: .concurrent)

  private static let mostMoments = 100

  /// The state that the page has already received, or nil before the first update.
  var known: State? { lock.withLock { sent } }

  struct State {
    /// The number of rows.
    var count = 0
    var list: ListMessage
    var strip: Strip
  }

  init(_ name: String, _ engine: EngineName, table: PhotoTable, lanes: Lanes) {
    self.name = name
    self.table = table
    self.lanes = lanes
    current = State(list: ListMessage(table), strip: Strip(table.figures, at: 0))
    perform { [self] table in
      table.onChange = { [weak self] photo in self?.note(photo) }
      table.onList = { [weak self] in self?.noteList() }
      let api = table.engine.calls.api.name
      table.onMoment = { [weak self] in
        self?.note(
          MomentMessage(turn: $0.turn, work: Explanation($0.moment, engine, api: api, passed: $0)))
      }
      table.load()
    }
  }

  // MARK: Requests from the page

  func scroll(_ event: ScrollEvent.Kind) {
    let now = monotonicNanoseconds()
    if event == .memoryWarning { lock.withLock { originals = RecentOriginals() } }
    perform { $0.follow(event, at: now) }
  }

  /// Reloads the list, or the rest of it.
  func reload() { perform { $0.load() } }

  /// Tries a failed photo again.
  func retry(_ row: Int) { perform { $0.retry(row) } }

  /// Cancels all pending work, because the page was left.
  func leave() {
    // Called directly, because the reporting queue may be stalled by the work to cancel.
    table.pipeline.cancelAll()
    perform { $0.memoryWarning() }
  }

  /// Cancels all work, ends the table, and calls `done` with its totals.
  func end(_ done: @escaping @Sendable (TableTally) -> Void) {
    perform { table in
      // Cancelled transfers report the bytes that they received when they end. Until then, `onEnd` retains the table.
      table.onEnd = {
        table.onEnd = {}
        table.removeFiles()
        done(TableTally(table))
      }
    }
    // Called directly, because the reporting queue may be stalled by the work to cancel.
    table.cancel()
  }

  /// Calls `done` with the names of these rows. Rows beyond the end are omitted.
  func names(_ rows: Range<Int>, done: @escaping @Sendable ([String]) -> Void) {
    perform { table in done(table.photos[rows.clamped(to: table.photos.indices)].map(\.name)) }
  }

  /// Calls `done` with the contents and type of a row's latest image, or nil if it has none.
  /// - Parameter original: Whether to return the original instead, if it is still in memory.
  func image(
    _ row: Int, original: Bool, done: @escaping @Sendable ((bytes: [UInt8], type: String)?) -> Void
  ) {
    perform { [self] table in
      let latest = table.photos.indices.contains(row) ? table.photos[row].image : nil
      let image = original ? lock.withLock { originals[row] } ?? latest : latest
      // Files are read on another queue, so that they don't block the main queue.
      Self.files.async { done(image.flatMap(file)) }
    }
  }

  private func perform(_ work: @escaping @Sendable (PhotoTable) -> Void) {
    table.engine.reportQueue.async { [table] in work(table) }
  }

  // MARK: Changes

  private func note(_ photo: Photo) {
    let message = RowMessage(photo)
    lock.withLock {
      if photo.state == .downloaded, let image = photo.image { originals.add(image, row: message.row) }
      if let before = changed[message.row], before.image == 1, message.image == 2 {
        passed[message.row] = before
      }
      changed[message.row] = message
    }
  }

  private func note(_ moment: MomentMessage) {
    lock.withLock { moments = moments.suffix(Self.mostMoments - 1) + [moment] }
  }

  private func noteList() {
    let (count, list) = (table.photos.count, ListMessage(table))
    let known = lock.withLock { current.count }
    // Photos without a usable URL never change again, so their rows have to be sent now.
    let failed = table.photos[min(known, count)...].filter(\.hasFailed).map(RowMessage.init)
    lock.withLock {
      current.count = count
      current.list = list
      for message in failed { changed[message.row] = message }
    }
  }

  /// Makes the next update complete, because the page has lost its state.
  func forget() {
    lock.withLock { sent = nil }
    perform { [self] table in
      let all = table.photos.filter { $0.state != .new }.map(RowMessage.init)
      lock.withLock { for message in all { changed[message.row] = message } }
    }
  }

  /// Returns the changes since the last call, and asks the table for new figures.
  func update() -> TableUpdate {
    let now = monotonicNanoseconds()
    ask(at: now)
    let moved = lanes.take()
    return lock.withLock {
      var update = TableUpdate()
      update.lanes = moved
      if sent?.count != current.count { update.count = current.count }
      if sent?.list != current.list { update.list = current.list }
      if !moments.isEmpty { update.moments = moments }
      moments = []
      if !changed.isEmpty {
        update.rows = [passed, changed].flatMap { $0.values.sorted { $0.row < $1.row } }
      }
      (passed, changed) = ([:], [:])
      // The counts can be read on any thread, even while the main queue is stalled.
      current.strip.count(table.pipeline.queues)
      current.strip.stalled = askedAt.map { Self.stall($0, now) } ?? 0
      current.strip.longestStall = longestStall
      if sent?.strip != current.strip { update.strip = current.strip }
      sent = current
      return update
    }
  }

  /// Asks the table for its figures, unless an answer is still pending. The time until the answer is the duration of
  /// the stall.
  private func ask(at time: UInt64) {
    let isFree = lock.withLock {
      defer { askedAt = askedAt ?? time }
      return askedAt == nil
    }
    guard isFree else { return }
    perform { [self] table in
      let now = monotonicNanoseconds()
      let strip = Strip(table.figures, at: now)
      lock.withLock {
        current.strip = strip
        longestStall = max(longestStall, Self.stall(askedAt.take() ?? now, now))
      }
    }
  }

  /// Returns the duration in seconds, rounded to tenths. Short waits, which are normal on a busy queue, count as 0.
  private static func stall(_ start: UInt64, _ end: UInt64) -> Double {
    end > start + 250_000_000 ? (Double(end - start) / 1e8).rounded() / 10 : 0
  }
}

/// Returns the contents and type of an image, or nil if it no longer exists or isn't an image.
private func file(_ image: Photo.Image) -> (bytes: [UInt8], type: String)? {
  switch image {
  case .filtered(let path):
    return FileManager.default.contents(atPath: path).flatMap { data in data.withUnsafeBytes(served) }
  case .original(let original): return try? original.withUnsafeBytes(served)
  }
}

private func served(_ bytes: UnsafeRawBufferPointer) -> (bytes: [UInt8], type: String)? {
  (try? ImageType(of: bytes))?.mediaType.map { (Array(bytes), $0) }
}

extension Strip {
  init(_ figures: ScrollFigures, at time: UInt64) {
    self.init(
      cancelled: figures.cancelled, fetched: figures.fetched, wasted: figures.wasted,
      shown: Times(figures.shown, at: time), sepia: Times(figures.filtered, at: time))
  }

  mutating func count(_ queues: [JobQueue]) {
    let counts = queues.map(\.counts)
    waiting = counts.reduce(0) { $0 + $1.waiting + $1.ready }
    running = counts.reduce(0) { $0 + $1.running }
    isSuspended = queues.allSatisfy(\.isSuspended)
    slots = Dictionary(uniqueKeysWithValues: queues.map { ($0.name, $0.width) })
  }
}

/// The most recent originals, by row. A page that learns of the original and the sepia photo in the same update can
/// still show the original first.
struct RecentOriginals {
  private var kept: Deque<(row: Int, image: Photo.Image, size: Int)> = []
  private var size = 0

  /// The memory limit in bytes. Visible rows need far less.
  private static let limit = 16 << 20

  mutating func add(_ image: Photo.Image, row: Int) {
    guard case .original(.memory(let body)) = image else { return }
    kept.append((row, image, body.count))
    size += body.count
    while size > Self.limit, let oldest = kept.popFirst() { size -= oldest.size }
  }

  subscript(row: Int) -> Photo.Image? { kept.last { $0.row == row }?.image }
}
