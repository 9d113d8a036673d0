import Base
import DequeModule
import Engine
import Engines
import Foundation
import Imaging
import Workloads

/// One engine's table, as a page sees it.
///
/// The table lives on its engine's reporting queue, which stands for the main queue of an app: whatever the page asks
/// goes through it, and so waits while it is stalled. All members may be called from any thread.
final class TableFront: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only, the table on its engine's reporting queue only.
  let name: String
  let table: PhotoTable
  private let lanes: Lanes
  private let lock = Lock()
  private var changed: [Int: RowMessage] = [:]
  /// Rows that got their original since the last update, and more since: the page shows every photo twice.
  private var passed: [Int: RowMessage] = [:]
  private var originals = RecentOriginals()
  private var count = 0
  private var list = ListMessage(.loading)
  private var strip: Strip
  private var sent = Sent()
  /// When the table was asked for figures that it has yet to give; nil where it has given them.
  private var askedAt: UInt64?
  private var longestStall = 0.0

  /// Of a quality of service with threads of its own, as the bodies of jobs may hold all others.
  private static let files = DispatchQueue(
    label: "gallery files", qos: .userInteractive, attributes: .concurrent)

  /// What the page has already.
  var known: Sent { lock.withLock { sent } }

  struct Sent {
    var count: Int?
    var list: ListMessage?
    var strip: Strip?
  }

  init(_ name: EngineName, table: PhotoTable, lanes: Lanes) {
    self.name = name.rawValue
    self.table = table
    self.lanes = lanes
    strip = Strip(table.figures, at: 0)
    perform { [self] table in
      table.onChange = { [weak self] photo in self?.note(photo) }
      table.onList = { [weak self] in self?.noteList() }
      table.load()
    }
  }

  // MARK: What the page does

  func scroll(_ event: ScrollEvent.Kind) {
    let now = monotonicNanoseconds()
    if event == .memoryWarning { lock.withLock { originals = RecentOriginals() } }
    perform { $0.follow(event, at: now) }
  }

  /// Tries again to get the list, or the rest of it.
  func reload() { perform { $0.load() } }

  /// Tries a photo again that has failed.
  func retry(_ row: Int) { perform { $0.retry(row) } }

  /// The page was left: cancels all pending work.
  func leave() {
    // At once, for a queue that is stalled by what is to be cancelled.
    table.pipeline.cancelAll()
    perform { $0.memoryWarning() }
  }

  /// Cancels everything, for good, and calls `done` with the result.
  func end(_ done: @escaping @Sendable (TableTally) -> Void) {
    perform { table in
      // Transfers that were cancelled report what they received when they end. Until then the table holds itself.
      table.onEnd = {
        table.onEnd = {}
        table.removeFiles()
        done(TableTally(table))
      }
    }
    // At once, for a queue that is stalled by what is to be cancelled.
    table.cancel()
  }

  /// Calls `done` with the names of these rows, as far as there are any.
  func names(_ rows: Range<Int>, done: @escaping @Sendable ([String]) -> Void) {
    perform { table in done(table.photos[rows.clamped(to: table.photos.indices)].map(\.name)) }
  }

  /// Calls `done` with the latest image of a row as a file's bytes and type; nil when it has none.
  /// - Parameter original: whether the one before the latest is wanted, if it is still there.
  func image(
    _ row: Int, original: Bool, done: @escaping @Sendable ((bytes: [UInt8], type: String)?) -> Void
  ) {
    perform { [self] table in
      let latest = table.photos.indices.contains(row) ? table.photos[row].image : nil
      let image = original ? lock.withLock { originals[row] } ?? latest : latest
      // Files are read elsewhere, so that they do not hold up the main queue.
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

  private func noteList() {
    let (count, list) = (table.photos.count, ListMessage(table.list))
    let known = lock.withLock { self.count }
    // Those whose entry has no usable URL never change again.
    let failed = table.photos[min(known, count)...].filter(\.hasFailed).map(RowMessage.init)
    lock.withLock {
      self.count = count
      self.list = list
      for message in failed { changed[message.row] = message }
    }
  }

  /// The page has lost its state: the next update is complete.
  func forget() {
    lock.withLock { sent = Sent() }
    perform { [self] table in
      let all = table.photos.filter { $0.state != .new }.map(RowMessage.init)
      lock.withLock { for message in all { changed[message.row] = message } }
    }
  }

  /// The changes since the last call; asks for new figures at the same time.
  func update() -> TableUpdate {
    let now = monotonicNanoseconds()
    ask(at: now)
    let moved = lanes.take()
    return lock.withLock {
      var update = TableUpdate()
      update.lanes = moved
      if sent.count != count { update.count = count }
      if sent.list != list { update.list = list }
      if !changed.isEmpty { update.rows = passed.values.sorted(by: <) + changed.values.sorted(by: <) }
      (passed, changed) = ([:], [:])
      // These are known on any thread, also while the main queue is stalled.
      strip.count([table.pipeline.downloads, table.pipeline.filters])
      strip.stalled = askedAt.map { Self.stall($0, now) } ?? 0
      strip.longestStall = longestStall
      if sent.strip != strip { update.strip = strip }
      sent = Sent(count: count, list: list, strip: strip)
      return update
    }
  }

  /// Asks the table for its figures, unless the last answer is still to come: for as long, its queue is stalled.
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
        self.strip = strip
        longestStall = max(longestStall, Self.stall(askedAt.take() ?? now, now))
      }
    }
  }

  /// Seconds, to the tenth; 0 for the shorter waits of any busy queue.
  private static func stall(_ start: UInt64, _ end: UInt64) -> Double {
    end > start + 250_000_000 ? (Double(end - start) / 1e8).rounded() / 10 : 0
  }
}

/// The bytes of an image file and its type; nil when it has gone, or was never one.
private func file(_ image: Photo.Image) -> (bytes: [UInt8], type: String)? {
  switch image {
  case .filtered(let path):
    return FileManager.default.contents(atPath: path).map { (Array($0), "image/png") }
  case .original(let original):
    return try? original.withUnsafeBytes { bytes in
      switch try ImageType(of: bytes) {
      case .png: (Array(bytes), "image/png")
      case .jpeg: (Array(bytes), "image/jpeg")
      default: nil
      }
    }
  }
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

/// The originals that came last, by row: a page that hears of the sepia photo in the same moment still shows them first.
struct RecentOriginals {
  private var kept: Deque<(row: Int, image: Photo.Image, size: Int)> = []
  private var size = 0

  /// In bytes. What rows in sight have is far less.
  private static let limit = 16 << 20

  mutating func add(_ image: Photo.Image, row: Int) {
    guard case .original(.memory(let body)) = image else { return }
    kept.append((row, image, body.count))
    size += body.count
    while size > Self.limit, let oldest = kept.popFirst() { size -= oldest.size }
  }

  subscript(row: Int) -> Photo.Image? { kept.last { $0.row == row }?.image }
}
