/// The figures shown above a table, except for the engine's own counts.
public struct ScrollFigures: Sendable, Equatable {
  /// The number of rows whose pending work was cancelled. The same row may be counted several times.
  public private(set) var cancelled = 0
  /// The number of body bytes received, including those of incomplete bodies.
  public private(set) var fetched = 0
  /// The number of bytes of photos that became visible after they arrived.
  public private(set) var seen = 0
  /// The times from a stop until every visible row shows its photo, filtered or not, or its failure.
  public private(set) var shown = RestTimes()
  /// The times from a stop until every visible row shows its filtered photo or its failure.
  public private(set) var filtered = RestTimes()

  /// The size in bytes of each complete photo that hasn't been visible since it arrived, by row.
  private var unseen: [Int: Int] = [:]

  /// The number of bytes of photos that were never visible, and of transfers that failed or were cancelled.
  public var wasted: Int { fetched - seen }

  /// Records the end of a transfer.
  ///
  /// - Parameter isWhole: Whether the transfer delivered a complete photo.
  public mutating func received(_ bytes: Int, row: Int, isWhole: Bool, inSight: Range<Int>) {
    fetched += bytes
    guard isWhole else { return }
    if inSight.contains(row) { seen += bytes } else { unseen[row] = bytes }
  }

  /// Records that these rows are visible, even if only briefly.
  public mutating func saw(_ rows: Range<Int>) {
    guard !unseen.isEmpty else { return }
    for row in rows { seen += unseen.removeValue(forKey: row) ?? 0 }
  }

  public mutating func cancelled(_ rows: Int) { cancelled += rows }

  public mutating func rested(at time: UInt64) {
    shown.rested(at: time)
    filtered.rested(at: time)
  }

  /// Records the progress of the visible rows.
  public mutating func reached(shown isShown: Bool, filtered isFiltered: Bool, at time: UInt64) {
    if isShown { shown.completed(at: time) }
    if isFiltered { filtered.completed(at: time) }
  }

  public mutating func left() {
    shown.left()
    filtered.left()
  }
}

/// The time from each stop of a scroll until the visible rows were complete. Times passed in are nanoseconds
/// of a single clock. Results are in seconds.
public struct RestTimes: Sendable, Equatable {
  /// The times in nanoseconds, shortest first.
  private var complete: [UInt64] = []
  private var last: UInt64?
  private var restedAt: UInt64?

  /// The number of stops that ended before the rows were complete, because of a new scroll or a memory warning.
  public private(set) var cutShort = 0

  public mutating func rested(at time: UInt64) {
    left()
    restedAt = time
  }

  /// Records that all visible rows are complete. Only the first call after a stop counts.
  public mutating func completed(at time: UInt64) {
    guard let start = restedAt else { return }
    restedAt = nil
    let length = time > start ? time - start : 0
    last = length
    complete.insert(length, at: complete.firstIndex { $0 > length } ?? complete.endIndex)
  }

  /// Records that the stop has ended, whether or not the rows are complete.
  public mutating func left() {
    guard restedAt != nil else { return }
    restedAt = nil
    cutShort += 1
  }

  public var isWaiting: Bool { restedAt != nil }
  public var count: Int { complete.count }

  /// Returns the duration of the current stop so far or, between stops, that of the last complete stop.
  /// Returns nil if there is neither.
  public func now(at time: UInt64) -> Double? {
    if let restedAt { return seconds(time > restedAt ? time - restedAt : 0) }
    return last.map(seconds)
  }

  /// The lower median of the complete times, or nil if there is none.
  public var median: Double? { complete.isEmpty ? nil : seconds(complete[(complete.count - 1) / 2]) }

  public var worst: Double? { complete.last.map(seconds) }
}

private func seconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e9 }
